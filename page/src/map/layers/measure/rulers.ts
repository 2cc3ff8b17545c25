/**
 * The letters of columns and the numbers of rows along a map of squares, in pixels of its box: around
 * what is known where there is room for them, else at the edge of the window, so that one always
 * knows where one is. While the map moves under a hand, only places change, not marks.
 */
import { tileName } from '../../../state/tiles'
import type { Box, Zoom } from '../../geometry/camera'

export interface Label {
  /** Along the ruler, from where the paper's own zero is. */
  at: number
  words: string
}

/** What the rulers of a map have at a scale. It slides with the map, so it changes only with the scale. */
export interface Marks {
  columns: Label[]
  rows: Label[]
  /** Of the letters, in pixels. */
  size: number
  /** How wide the numbers of rows are. */
  wide: number
}

/** Where a ruler lies. */
export interface Place {
  /** Where the paper's zero is along it, and where it is across. */
  along: number
  across: number
  /** Where its part of the window begins. */
  from: number
  /** Over the map it needs a ground of its own. */
  over: boolean
  shown: boolean
}

/** The map's box; `left`: how much of it is under the tools. */
export interface Window {
  left: number
  width: number
  height: number
}

const LARGEST = 13
const SMALLEST = 10
/** Pixels from one label to the next. */
const SPACE = 24
const STEPS = [1, 2, 5, 10, 20, 50, 100]
/** How wide a digit is, in parts of its size. */
const DIGIT = 0.65
/** How high the letters' band is, and how far from the map they stand. */
export const BAND = 20
export const GAP = 7
/** From the letters' line to the band's lower edge. */
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
  // Where both lie over the map, the corner belongs to neither.
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
