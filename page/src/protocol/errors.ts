/** The server said no; the text is for the person who asked. */
export class RefusedError extends Error {}
/** The connection was lost before the answer came. */
export class DroppedError extends Error {}
