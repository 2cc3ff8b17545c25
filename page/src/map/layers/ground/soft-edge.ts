/** The widths of lines, in tiles, that together fade out from an edge: seen as one soft line. */
export const SOFT_EDGE = [0.62, 0.5, 0.39, 0.29, 0.2, 0.12] as const
