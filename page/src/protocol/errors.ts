/** The server refused the request; the text is for the user. */
export class RefusedError extends Error {}
/** The connection was lost before the answer came. */
export class DroppedError extends Error {}
