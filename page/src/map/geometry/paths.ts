/** Combines many tiles into a few long strings for `<path d>`: 100 × 100 tiles take a few milliseconds. */
import type { Tile } from '../../protocol/types'
import type { Plane, XY } from './plane'

/** A tile or corner as one integer. */
function packed(a: number, b: number): number {
  return (a + 32768) * 65536 + (b + 32768)
}

function unpacked(id: number): Tile {
  return [Math.floor(id / 65536) - 32768, (id % 65536) - 32768]
}

/** `keys` are tiles as 'a,b'. */
function readTiles(keys: Iterable<string>): { list: number[]; set: Set<number> } {
  const list: number[] = []
  for (const key of keys) {
    const comma = key.indexOf(',')
    list.push(packed(+key.slice(0, comma), +key.slice(comma + 1)))
  }
  return { list, set: new Set(list) }
}

export function num(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}

export function pair([x, y]: XY): string {
  return `${num(x)} ${num(y)}`
}

export function polyline(points: readonly XY[], closed = false): string {
  return points.length ? `M${points.map(pair).join('L')}${closed ? 'Z' : ''}` : ''
}

export function segments(lines: Iterable<readonly [XY, XY]>): string {
  let path = ''
  for (const [start, end] of lines) path += `M${pair(start)}L${pair(end)}`
  return path
}

/** The closed outline of a set of tiles, holes included. */
export function regionPath(plane: Plane, keys: Iterable<string>): string {
  const { list, set } = readTiles(keys)
  const following = new Map<number, number[]>()
  const across = plane.steps.map(([da, db]) => da * 65536 + db)
  for (const id of list) {
    for (let side = 0; side < across.length; side++) {
      if (set.has(id + (across[side] as number))) continue
      const [start, end] = plane.rawSide(unpacked(id), side)
      const from = packed(start[0], start[1])
      const next = following.get(from)
      if (next) next.push(packed(end[0], end[1]))
      else following.set(from, [packed(end[0], end[1])])
    }
  }
  let path = ''
  for (const [start, ends] of following) {
    for (let first = ends.pop(); first !== undefined; first = ends.pop()) {
      const loop = [start]
      for (let here = first; here !== start; ) {
        loop.push(here)
        const onward = following.get(here)?.pop()
        if (onward === undefined) break
        here = onward
      }
      path += loopPath(plane, loop)
    }
  }
  return path
}

function loopPath(plane: Plane, loop: readonly number[]): string {
  const corners = loop.map(unpacked)
  const count = corners.length
  const kept: XY[] = []
  for (let i = 0; i < count; i++) {
    const a = corners[(i + count - 1) % count] as Tile
    const b = corners[i] as Tile
    const c = corners[(i + 1) % count] as Tile
    const straight = (b[0] - a[0]) * (c[1] - b[1]) === (b[1] - a[1]) * (c[0] - b[0])
    if (!straight) kept.push(plane.xy(plane.cornerPoint(b)))
  }
  return polyline(kept, true)
}

/** Every edge of the tiles, once. */
export function gridPath(plane: Plane, keys: Iterable<string>): string {
  const { list, set } = readTiles(keys)
  return plane.grid === 'square' ? squareGrid(list, set) : hexGrid(plane, list, set)
}

function squareGrid(list: readonly number[], set: ReadonlySet<number>): string {
  const across = new Map<number, number[]>()
  const down = new Map<number, number[]>()
  const put = (lines: Map<number, number[]>, line: number, at: number) => {
    const ats = lines.get(line)
    if (ats) ats.push(at)
    else lines.set(line, [at])
  }
  for (const id of list) {
    const [row, col] = unpacked(id)
    put(across, row, col)
    put(down, col, row)
    if (!set.has(id + 65536)) put(across, row + 1, col)
    if (!set.has(id + 1)) put(down, col + 1, row)
  }
  let path = ''
  for (const [row, cols] of across) {
    for (const [from, count] of runs(cols)) path += `M${from} ${row}h${count}`
  }
  for (const [col, rows] of down) {
    for (const [from, count] of runs(rows)) path += `M${col} ${from}v${count}`
  }
  return path
}

function runs(numbers: number[]): [number, number][] {
  numbers.sort((a, b) => a - b)
  const found: [number, number][] = []
  for (const number of numbers) {
    const last = found[found.length - 1]
    if (last && last[0] + last[1] === number) last[1]++
    else found.push([number, 1])
  }
  return found
}

function hexGrid(plane: Plane, list: readonly number[], set: ReadonlySet<number>): string {
  // All hexes have the same shape, so only the starting points differ, and the rest of the string
  // repeats.
  const corners = plane.corners([0, 0])
  const sides = plane.steps.map((_, side) => {
    const [start, end] = [corners[(side + 5) % 6] as XY, corners[side] as XY]
    return { start, way: `l${pair([end[0] - start[0], end[1] - start[1]])}` }
  })
  const begin = (at: XY, by: XY): string => `M${pair([at[0] + by[0], at[1] + by[1]])}`
  const threeSides = sides.slice(0, 3).map(({ way }) => way).join('')
  let path = ''
  for (const id of list) {
    const at = plane.center(unpacked(id))
    path += begin(at, (sides[0] as { start: XY }).start) + threeSides
    // Neighbors draw the other three sides, if there are any.
    for (let side = 3; side < 6; side++) {
      const [da, db] = plane.steps[side] as Tile
      if (set.has(id + da * 65536 + db)) continue
      const { start, way } = sides[side] as { start: XY; way: string }
      path += begin(at, start) + way
    }
  }
  return path
}
