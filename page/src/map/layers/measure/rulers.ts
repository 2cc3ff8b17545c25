/**
 * The letters of columns and the numbers of rows along a map of squares, in pixels of its box: around
 * what is known where there is room for them, else at the edge of the window, so that one always
 * knows where one is.
 */
import { tileName } from '../../../state/tiles'
import type { Box, Zoom } from '../../geometry/camera'

export interface Label {
  /** Along the ruler, from where the paper's own zero is. */
  at: number
  words: string
}
export interface Ruler {
  /** Across the ruler: the line on which its words stand. */
  at: number
  labels: Label[]
  /** Where it lies over the map, it needs a ground of its own. */
  band: { x: number; y: number; width: number; height: number } | null
}
export interface Rulers {
  columns: Ruler
  rows: Ruler
  size: number
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
const BAND = 20
const GAP = 7

export function rulers(bounds: Box, { k, x, y }: Zoom, window: Window): Rulers {
  const size = Math.max(SMALLEST, Math.min(LARGEST, 0.34 * k))
  const step = STEPS.find((each) => each * k >= SPACE) ?? 100
  const wide = Math.ceil(String(bounds.bottom).length * DIGIT * size)

  const top = bounds.top * k + y
  const left = bounds.left * k + x
  const bottom = Math.min(window.height, bounds.bottom * k + y)
  const right = Math.min(window.width, bounds.right * k + x)
  const above = top < BAND
  const beside = left - GAP - wide < window.left
  const rowsEnd = beside ? window.left + GAP + wide : left - GAP

  const columns = labels(bounds.left, bounds.right, step, k, (n) => tileName('square', [0, n]).slice(0, -1))
  const rows = labels(bounds.top, bounds.bottom, step, k, (n) => String(n + 1))
  // Where both lie over the map, the corner belongs to neither.
  const first = beside ? rowsEnd + GAP : 0
  const second = above ? BAND : 0
  return {
    size,
    columns: {
      at: above ? BAND - 6 : top - 6,
      labels: bottom < BAND ? [] : columns.filter(({ at }) => within(at + x, first + GAP, window.width)),
      band: above && bottom > BAND ? box(Math.max(0, left), 0, right, BAND) : null,
    },
    rows: {
      at: rowsEnd,
      labels: right < first ? [] : rows.filter(({ at }) => within(at + y, second + GAP, window.height)),
      band: beside && right > first ? box(window.left, Math.max(second, top), first, bottom) : null,
    },
  }
}

function labels(from: number, to: number, step: number, k: number, name: (n: number) => string): Label[] {
  const found: Label[] = []
  for (let n = from; n < to; n++) {
    if ((n + 1) % step === 0) found.push({ at: (n + 0.5) * k, words: name(n) })
  }
  return found
}

function within(at: number, from: number, to: number): boolean {
  return at >= from && at <= to
}

function box(left: number, top: number, right: number, bottom: number): Ruler['band'] {
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}
