/** Paths along edges from corner to corner. Corners are raw integers, see plane.ts. */
import type { Tile } from '../../protocol/types'
import { distance, type Plane, type XY } from './plane'

const FARTHEST = 400

export function nearestCorner(plane: Plane, place: XY, reach = Infinity): Tile | null {
  let best: Tile | null = null
  let nearest = reach
  for (const corner of plane.rawCorners(plane.tileAt(place))) {
    const away = distance(place, at(plane, corner))
    if (away < nearest) {
      nearest = away
      best = corner
    }
  }
  return best
}

/** The edges of a short path from one corner to another, each as the two tiles beside it. */
export function walkCorners(plane: Plane, from: Tile, to: Tile): [Tile, Tile][] {
  const edges: [Tile, Tile][] = []
  const goal = at(plane, to)
  let here = from
  for (let i = 0; i < FARTHEST && (here[0] !== to[0] || here[1] !== to[1]); i++) {
    let best: Spoke | null = null
    let nearest = Infinity
    for (const spoke of spokes(plane, here)) {
      const away = distance(goal, at(plane, spoke.end))
      if (away < nearest) {
        nearest = away
        best = spoke
      }
    }
    if (!best) break
    edges.push([best.a, best.b])
    here = best.end
  }
  return edges
}

interface Spoke {
  a: Tile
  b: Tile
  end: Tile
}

/** The edges that meet at a corner. */
function spokes(plane: Plane, corner: Tile): Spoke[] {
  const [x, y] = at(plane, corner)
  const found: Spoke[] = []
  const seen = new Set<string>()
  for (let i = 0; i < 12; i++) {
    const angle = (Math.PI * (i + 0.5)) / 6
    const a = plane.tileAt([x + 0.1 * Math.cos(angle), y + 0.1 * Math.sin(angle)])
    plane.steps.forEach(([da, db], side) => {
      const ends = plane.rawSide(a, side)
      const end = same(ends[0], corner) ? ends[1] : same(ends[1], corner) ? ends[0] : null
      if (!end || seen.has(String(end))) return
      seen.add(String(end))
      found.push({ a, b: [a[0] + da, a[1] + db], end })
    })
  }
  return found
}

function at(plane: Plane, corner: Tile): XY {
  return plane.xy(plane.cornerPoint(corner))
}

function same(a: Tile, b: Tile): boolean {
  return a[0] === b[0] && a[1] === b[1]
}
