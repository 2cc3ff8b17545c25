/** How much goes into one message. */

/** The maximum size of a stroke. Longer ones are split, so that other users' requests are served in between. */
export const MAX_ACTION_BYTES = 60_000
/** The maximum number of edges in one stroke; as many edges as tiles would be too long. */
export const MAX_EDGES = 1500
