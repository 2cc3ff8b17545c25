/** The position of the paper on the screen: panning, zooming, fitting. */
import type { XY } from './plane'

/** screen = paper × k + (x, y), in CSS pixels of the map's box. */
export interface Zoom {
  k: number
  x: number
  y: number
}
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}
/** Pixels per tile. */
const SMALLEST = 3
const LARGEST = 160
const LARGEST_FITTED = 120
/** ... and a large window may show as few tiles as this. */
const FEWEST_FITTED = 8
/** Space for the letters and numbers around it, and a margin if possible. */
const MARGIN = 40
const RULERS = 28

export function toPaper({ k, x, y }: Zoom, [sx, sy]: XY): XY {
  return [(sx - x) / k, (sy - y) / k]
}

export function toScreen({ k, x, y }: Zoom, [px, py]: XY): XY {
  return [px * k + x, py * k + y]
}

/** Zoom by a factor, keeping what is at `at` on the screen in place. */
export function zoomedAt(zoom: Zoom, [sx, sy]: XY, factor: number): Zoom {
  const k = Math.max(SMALLEST, Math.min(LARGEST, zoom.k * factor))
  const by = k / zoom.k
  return { k, x: sx - (sx - zoom.x) * by, y: sy - (sy - zoom.y) * by }
}

export function moved(zoom: Zoom, dx: number, dy: number): Zoom {
  return { ...zoom, x: zoom.x + dx, y: zoom.y + dy }
}

/** Fit a part of the paper into a window of that size. */
export function fitted(part: Box, width: number, height: number): Zoom {
  const across = Math.max(1, part.right - part.left)
  const down = Math.max(1, part.bottom - part.top)
  const margin = Math.max(RULERS, Math.min(MARGIN, width * 0.05, height * 0.05))
  const fits = Math.min((width - 2 * margin) / across, (height - 2 * margin) / down)
  const largest = Math.max(LARGEST_FITTED, Math.min(width, height) / FEWEST_FITTED)
  const k = Math.max(SMALLEST, Math.min(largest, LARGEST, fits))
  return {
    k,
    x: (width - across * k) / 2 - part.left * k,
    y: (height - down * k) / 2 - part.top * k,
  }
}

/** Move as little as possible so that `at` on the paper is well inside the window. */
export function shown(zoom: Zoom, at: XY, width: number, height: number): Zoom {
  const [sx, sy] = toScreen(zoom, at)
  const edge = Math.min(80, width / 4, height / 4)
  const dx = sx < edge ? edge - sx : sx > width - edge ? width - edge - sx : 0
  const dy = sy < edge ? edge - sy : sy > height - edge ? height - edge - sy : 0
  return dx || dy ? moved(zoom, dx, dy) : zoom
}

/** The bounding box of these places. */
export function boxAround(places: Iterable<XY>, reach: number): Box | null {
  let box: Box | null = null
  for (const [x, y] of places) {
    if (!box) box = { left: x, top: y, right: x, bottom: y }
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  if (!box) return null
  return {
    left: box.left - reach,
    top: box.top - reach,
    right: box.right + reach,
    bottom: box.bottom + reach,
  }
}

/** The box, enlarged on each side. */
export function grownBox({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}
