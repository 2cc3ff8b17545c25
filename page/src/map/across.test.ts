import { describe, expect, it } from 'vitest'
import type { Tile } from '../protocol/types'
import type { EdgeThing, WallThing } from '../state/stage.svelte'
import { edgeKey } from '../state/tiles'
import { acrossWalls } from './across'
import { Plane } from './geometry/plane'

const plane = new Plane('square')
const OGRE = plane.footprint([1, 1], [2, 2])
const NOTHING = new Map<string, string>()

function edge(a: Tile, b: Tile, carries: EdgeThing['carries'] = 'wall', state: EdgeThing['state'] = '') {
  return new Map([[edgeKey(a, b), { a, b, carries, state }]])
}

function free(x0: number, y0: number, x1: number, y1: number): WallThing[] {
  return [{ ends: [[x0, y0], [x1, y1]], carries: 'wall', state: '' }]
}

describe('a figure across a wall', () => {
  it('has the wall between its own tiles, and not beside them', () => {
    expect(acrossWalls(plane, OGRE, edge([1, 1], [1, 2]), [], NOTHING)?.on).toBe('edge')
    expect(acrossWalls(plane, OGRE, edge([1, 0], [1, 1]), [], NOTHING)).toBeNull()
    expect(acrossWalls(plane, [[1, 1]], edge([1, 1], [1, 2]), [], NOTHING)).toBeNull()
  })

  it('may stand in an open door, but not in a closed one', () => {
    expect(acrossWalls(plane, OGRE, edge([1, 1], [1, 2], 'door', 'open'), [], NOTHING)).toBeNull()
    expect(acrossWalls(plane, OGRE, edge([1, 1], [1, 2], 'door', 'closed'), [], NOTHING)?.on).toBe('edge')
  })

  it('has a free wall that runs through it, and not one along its side', () => {
    const none = new Map<string, EdgeThing>()
    expect(acrossWalls(plane, OGRE, none, free(0, 2, 5, 2), NOTHING)?.on).toBe('free')
    expect(acrossWalls(plane, OGRE, none, free(0, 1, 5, 1), NOTHING)).toBeNull()
    expect(acrossWalls(plane, OGRE, none, free(0, 0.9, 5, 0.9), NOTHING)).toBeNull()
  })

  it('or stands in rock', () => {
    expect(acrossWalls(plane, OGRE, new Map(), [], new Map([['2,2', '#']]))).toEqual({ on: 'rock', tile: [2, 2] })
  })
})
