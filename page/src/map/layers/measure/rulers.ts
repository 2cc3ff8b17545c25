/**
 * The letters of columns and the numbers of rows along a map of squares, in pixels of its box. They
 * are around the known tiles if there is space, otherwise at the edge of the window, so that the
 * user always knows the position. While a gesture moves the map, only positions change, not marks.
 */
import { tileName } from '../../../state/tiles'
import type { Box, Zoom } from '../../geometry/camera'

export interface Label {
  /** Along the ruler, from the origin of the paper. */
  at: number
  words: string
}

/** The marks at a zoom level. They slide with the map, so they change only with the zoom. */
export interface Marks {
  columns: Label[]
  rows: Label[]
  /** Of the letters, in pixels. */
  size: number
  /** The width of the row numbers. */
  wide: number
}

/** The position of a ruler. */
export interface Place {
  /** The paper's origin along the ruler, and the ruler's position across. */
  along: number
  across: number
  /** The start of its part of the window. */
  from: number
  /** Whether it is over the map, where it needs a background. */
  over: boolean
  shown: boolean
}

/** The map's box; `left`: the width under the tools. */
export interface Window {
  left: number
  width: number
  height: number
}

const LARGEST = 13
const SMALLEST = 10
/** Pixels between labels. */
const SPACE = 24
const STEPS = [1, 2, 5, 10, 20, 50, 100]
/** The width of a digit relative to its font size. */
const DIGIT = 0.65
/** The height of the band of letters, and its distance from the map. */
export const BAND = 20
export const GAP = 7
/** From the baseline of the letters to the lower edge of the band. */
export const BELOW = 6

export function marks(bounds: Box, k: number): Marks {
  const size = Math.max(SMALLEST, Math.min(LARGEST, 0.34 * k))
  const step = STEPS.find((each) => each * k >= SPACE) ?? 100
  return {
    columns: labels(bounds.left, bounds.right, step, k, (n) => tileName('square', [0, n]).slice(0, -1)),
    rows: labels(bounds.top, bounds.bottom, step, k, (n) => String(n + 1)),
    size,
    wide: Math.ceil(String(bounds.bottom).length * DIGIT * size),
  }
}

export function places(bounds: Box, { k, x, y }: Zoom, window: Window, wide: number): { columns: Place; rows: Place } {
  const top = bounds.top * k + y
  const left = bounds.left * k + x
  const bottom = bounds.bottom * k + y
  const right = bounds.right * k + x
  const above = top < BAND
  const beside = left - GAP - wide < window.left
  const rowsEnd = beside ? window.left + GAP + wide : left - GAP
  // If both are over the map, the corner belongs to neither.
  const first = beside ? rowsEnd + GAP : 0
  return {
    columns: { along: x, across: above ? BAND - BELOW : top - BELOW, from: first, over: above, shown: bottom > BAND },
    rows: { along: y, across: rowsEnd, from: above ? BAND : 0, over: beside, shown: right > first },
  }
}

function labels(from: number, to: number, step: number, k: number, name: (n: number) => string): Label[] {
  const found: Label[] = []
  for (let n = from; n < to; n++) {
    if ((n + 1) % step === 0) found.push({ at: (n + 0.5) * k, words: name(n) })
  }
  return found
}
