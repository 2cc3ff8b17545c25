/** Checks whether a wall runs through a figure's tiles. */
import type { Tile } from '../protocol/types'
import type { EdgeThing, WallThing } from '../state/stage.svelte'
import { edgeKey, key } from '../state/tiles'
import type { Plane, XY } from './geometry/plane'

/** In tiles: a free wall counts if it is this far inside, on both of its sides ... */
const INSIDE = 0.25
/** ... at one of the sample points this far apart along it. */
const STEP = 0.1

export type Crossing = { on: 'edge'; thing: EdgeThing } | { on: 'free'; thing: WallThing } | { on: 'rock'; tile: Tile }

/** The first wall, closed door or gate between the tiles of a figure, or rock under it. */
export function acrossWalls(
  plane: Plane,
  footprint: readonly Tile[],
  edges: ReadonlyMap<string, EdgeThing>,
  walls: readonly WallThing[],
  ground: ReadonlyMap<string, string>,
): Crossing | null {
  const stands = new Set(footprint.map(key))
  const rock = footprint.find((tile) => ground.get(key(tile)) === '#')
  if (rock) return { on: 'rock', tile: rock }
  for (const tile of footprint) {
    for (const other of plane.neighbors(tile)) {
      const thing = stands.has(key(other)) ? edges.get(edgeKey(tile, other)) : undefined
      if (thing && thing.state !== 'open') return { on: 'edge', thing }
    }
  }
  const thing = walls.find((wall) => wall.state !== 'open' && runsThrough(plane, stands, wall))
  return thing ? { on: 'free', thing } : null
}

function runsThrough(plane: Plane, stands: ReadonlySet<string>, wall: WallThing): boolean {
  const [start, end] = [plane.xy(wall.ends[0]), plane.xy(wall.ends[1])]
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]]
  const length = Math.hypot(dx, dy)
  if (!length) return false
  const aside: XY = [(-dy / length) * INSIDE, (dx / length) * INSIDE]
  const isIn = (x: number, y: number) => stands.has(key(plane.tileAt([x, y])))
  for (let along = STEP / 2; along < length; along += STEP) {
    const [x, y] = [start[0] + (dx * along) / length, start[1] + (dy * along) / length]
    if (isIn(x + aside[0], y + aside[1]) && isIn(x - aside[0], y - aside[1])) return true
  }
  return false
}
