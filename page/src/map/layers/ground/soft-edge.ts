/** Line widths, in tiles, that together look like one line with a soft edge. */
export const SOFT_EDGE = [0.62, 0.5, 0.39, 0.29, 0.2, 0.12] as const
