/** How much goes into one message. */

/** The most bytes of a stroke: longer ones are sent in pieces, so that others are served in between. */
export const MAX_ACTION_BYTES = 60_000
/** The most edges in one stroke: as many as tiles would be allowed, but would be too long. */
export const MAX_EDGES = 1500
