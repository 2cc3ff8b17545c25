/** Coordinates on squares and on both kinds of hexes. */
import type { Grid, Orientation, Point, Size, Tile } from '../../protocol/types'

export type XY = readonly [number, number]
export interface EdgeAt {
  a: Tile
  b: Tile
  /** Its distance from the given place, in tiles. */
  distance: number
}
export interface Snapped {
  point: Point
  to: 'end' | 'corner' | 'middle' | 'none'
}

const ROOT3 = Math.sqrt(3)
/** For each tile: the neighbor across side i, and the corners of that side. */
const SQUARE_STEPS: readonly Tile[] = [[-1, 0], [0, 1], [1, 0], [0, -1]]
const HEX_STEPS: readonly Tile[] = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]]
// In thirds of a hex: a third of the sum of two adjacent directions is a corner.
const HEX_CORNERS: readonly Tile[] = [[2, -1], [1, -2], [-1, -1], [-2, 1], [-1, 2], [1, 1]]

export class Plane {
  readonly steps: readonly Tile[]

  constructor(
    readonly grid: Grid,
    readonly orientation: Orientation = 'pointy',
  ) {
    this.steps = grid === 'square' ? SQUARE_STEPS : HEX_STEPS
  }

  /** Convert from the table to the paper. */
  xy([a, b]: readonly [number, number]): XY {
    if (this.grid === 'square') return [a, b]
    return this.orientation === 'pointy' ? [a + b / 2, (b * ROOT3) / 2] : [(a * ROOT3) / 2, b + a / 2]
  }

  /** Convert from the paper to the table. */
  point([x, y]: XY): Point {
    if (this.grid === 'square') return [x, y]
    if (this.orientation === 'pointy') {
      const r = (y * 2) / ROOT3
      return [x - r / 2, r]
    }
    const q = (x * 2) / ROOT3
    return [q, y - q / 2]
  }

  center([a, b]: readonly [number, number]): XY {
    return this.grid === 'square' ? [b + 0.5, a + 0.5] : this.xy([a, b])
  }

  /** A corner in integers (thirds on hexes). */
  rawCorner([a, b]: readonly [number, number], number: number): Tile {
    if (this.grid === 'square') {
      return [b + (number === 1 || number === 2 ? 1 : 0), a + (number > 1 ? 1 : 0)]
    }
    const [dq, dr] = HEX_CORNERS[number] as Tile
    return [3 * a + dq, 3 * b + dr]
  }

  /** All corners, in order around the tile. */
  rawCorners(tile: readonly [number, number]): Tile[] {
    return this.steps.map((_, number) => this.rawCorner(tile, number))
  }

  /** A raw corner as a point of the table. */
  cornerPoint([a, b]: readonly [number, number]): Point {
    return this.grid === 'square' ? [a, b] : [a / 3, b / 3]
  }

  corners(tile: readonly [number, number]): XY[] {
    return this.rawCorners(tile).map((corner) => this.xy(this.cornerPoint(corner)))
  }

  /** The raw corners at both ends of side i, in order around the tile. */
  rawSide(tile: readonly [number, number], side: number): [Tile, Tile] {
    const count = this.steps.length
    const first = this.grid === 'square' ? side : (side + 5) % count
    return [this.rawCorner(tile, first), this.rawCorner(tile, (first + 1) % count)]
  }

  neighbors([a, b]: readonly [number, number]): Tile[] {
    return this.steps.map(([da, db]) => [a + da, b + db])
  }

  /** The ends of the edge between two neighbors. */
  edgePoints(a: readonly [number, number], b: readonly [number, number]): [Point, Point] {
    const side = this.steps.findIndex(([da, db]) => a[0] + da === b[0] && a[1] + db === b[1])
    const [first, second] = this.rawSide(a, Math.max(0, side))
    return [this.cornerPoint(first), this.cornerPoint(second)]
  }

  edge(a: readonly [number, number], b: readonly [number, number]): [XY, XY] {
    const [first, second] = this.edgePoints(a, b)
    return [this.xy(first), this.xy(second)]
  }

  tileAt(place: XY): Tile {
    if (this.grid === 'square') return [Math.floor(place[1]), Math.floor(place[0])]
    const [q, r] = this.point(place)
    let rq = Math.round(q)
    let rr = Math.round(r)
    const rs = Math.round(-q - r)
    const dq = Math.abs(rq - q)
    const dr = Math.abs(rr - r)
    const ds = Math.abs(rs + q + r)
    // The coordinate with the largest rounding error follows from the other two.
    if (dq > dr && dq > ds) rq = -rr - rs
    else if (dr > ds) rr = -rq - rs
    return [rq + 0, rr + 0]
  }

  nearestEdge(place: XY): EdgeAt {
    const a = this.tileAt(place)
    let best: EdgeAt | null = null
    for (const b of this.neighbors(a)) {
      const [start, end] = this.edge(a, b)
      const distance = toSegment(place, start, end)
      if (!best || distance < best.distance) best = { a, b, distance }
    }
    return best as EdgeAt
  }

  /**
   * Where the end of a free wall goes: the nearest end of another wall within reach, else a corner,
   * else the middle of an edge, else where it is. Exact, so that walls that touch leave no gap.
   */
  snap(place: XY, ends: Iterable<Point>, reach: number): Snapped {
    const tile = this.tileAt(place)
    const sides = this.steps.map((_, side) => this.rawSide(tile, side))
    const corners = sides.map(([first]) => this.cornerPoint(first))
    const middles = sides.map(([first, second]): Point => {
      const p = this.cornerPoint(first)
      const q = this.cornerPoint(second)
      return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]
    })
    const kinds: [Snapped['to'], Iterable<Point>][] = [
      ['end', ends],
      ['corner', corners],
      ['middle', middles],
    ]
    for (const [to, points] of kinds) {
      let best: Point | null = null
      let nearest = reach
      for (const point of points) {
        const away = distance(place, this.xy(point))
        if (away <= nearest) {
          nearest = away
          best = point
        }
      }
      if (best) return { point: best, to }
    }
    return { point: this.point(place), to: 'none' }
  }

  /** All tiles of a figure: from its top-left square, or around its middle hex. */
  footprint([a, b]: readonly [number, number], [rows, cols]: Size): Tile[] {
    const tiles: Tile[] = []
    if (this.grid === 'square') {
      for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) tiles.push([a + i, b + j])
      return tiles
    }
    const reach = rows - 1
    for (let dr = -reach; dr <= reach; dr++) {
      const from = Math.max(-reach, -reach - dr)
      const to = Math.min(reach, reach - dr)
      for (let dq = from; dq <= to; dq++) tiles.push([a + dq, b + dr])
    }
    return tiles
  }

  /** The center of a footprint. */
  middle(at: readonly [number, number], [rows, cols]: Size): XY {
    if (this.grid === 'square') return [at[1] + cols / 2, at[0] + rows / 2]
    return this.center(at)
  }

  /** Adjacent tiles from one to another, including both ends. */
  trail(from: Tile, to: Tile): Tile[] {
    const start = this.center(from)
    const end = this.center(to)
    const steps = Math.max(1, Math.ceil(distance(start, end) * 3))
    const tiles: Tile[] = [from]
    for (let i = 1; i <= steps; i++) {
      const f = i / steps
      const tile = this.tileAt([start[0] + (end[0] - start[0]) * f, start[1] + (end[1] - start[1]) * f])
      const last = tiles[tiles.length - 1] as Tile
      if (tile[0] !== last[0] || tile[1] !== last[1]) tiles.push(tile)
    }
    return tiles
  }
}

export function distance(a: XY, b: XY): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}

export function toSegment(place: XY, start: XY, end: XY): number {
  const dx = end[0] - start[0]
  const dy = end[1] - start[1]
  const length = dx * dx + dy * dy
  const along = length ? ((place[0] - start[0]) * dx + (place[1] - start[1]) * dy) / length : 0
  const t = Math.max(0, Math.min(1, along))
  return Math.hypot(place[0] - start[0] - t * dx, place[1] - start[1] - t * dy)
}

/** Split a line where it first meets something. */
export function cutLine(line: readonly XY[], at: XY): [XY[], XY[]] {
  let best = 0
  let nearest = Infinity
  for (let i = 0; i + 1 < line.length; i++) {
    const away = toSegment(at, line[i] as XY, line[i + 1] as XY)
    if (away < nearest - 1e-9) {
      nearest = away
      best = i
    }
  }
  return [
    [...line.slice(0, best + 1), at],
    [at, ...line.slice(best + 1)],
  ]
}

/** The midpoint of a line. */
export function halfway(line: readonly XY[]): XY {
  let left = 0
  for (let i = 0; i + 1 < line.length; i++) left += distance(line[i] as XY, line[i + 1] as XY) / 2
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i] as XY, line[i + 1] as XY]
    const length = distance(a, b)
    if (length >= left && length > 0) {
      return [a[0] + ((b[0] - a[0]) * left) / length, a[1] + ((b[1] - a[1]) * left) / length]
    }
    left -= length
  }
  return line[0] ?? [0, 0]
}
