/** How much fits into one message. */
import { MAX_MESSAGE_BYTES } from './messages.gen'

/** The most bytes of an action, with some room for the message around it. */
export const MAX_ACTION_BYTES = MAX_MESSAGE_BYTES - 5_536
/** The most edges in one stroke: as many as tiles would be allowed, but would be too long. */
export const MAX_EDGES = 1500
