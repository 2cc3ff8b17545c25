import { describe, expect, it } from 'vitest'
import type { Tile } from '../../protocol/types'
import { edgeKey, tileName } from '../../state/tiles'
import { gridPath, regionPath } from './paths'
import { cutLine, distance, halfway, Plane, type XY } from './plane'

const planes = [new Plane('square'), new Plane('hex', 'pointy'), new Plane('hex', 'flat')]
const tiles: Tile[] = [[0, 0], [3, -2], [-7, 4], [12, 9], [-1, -1]]

describe.each(planes)('$grid $orientation', (plane) => {
  it('finds every tile at its own middle, and near its corners', () => {
    for (const tile of tiles) {
      const center = plane.center(tile)
      expect(plane.tileAt(center)).toEqual(tile)
      for (const corner of plane.corners(tile)) {
        const inside: XY = [
          center[0] + (corner[0] - center[0]) * 0.97,
          center[1] + (corner[1] - center[1]) * 0.97,
        ]
        expect(plane.tileAt(inside)).toEqual(tile)
      }
    }
  })

  it('goes to the paper and back', () => {
    const [a, b] = plane.point(plane.xy([2.25, -1.5]))
    expect(a).toBeCloseTo(2.25)
    expect(b).toBeCloseTo(-1.5)
  })

  it('shares each edge between both neighbors, one tile apart', () => {
    for (const tile of tiles) {
      for (const other of plane.neighbors(tile)) {
        const ours = plane.edge(tile, other)
        const theirs = plane.edge(other, tile)
        expect(distance(ours[0], theirs[1])).toBeCloseTo(0)
        expect(distance(ours[1], theirs[0])).toBeCloseTo(0)
        expect(distance(plane.center(tile), plane.center(other))).toBeCloseTo(1)
        const middle: XY = [(ours[0][0] + ours[1][0]) / 2, (ours[0][1] + ours[1][1]) / 2]
        const found = plane.nearestEdge(middle)
        expect(edgeKey(found.a, found.b)).toBe(edgeKey(tile, other))
      }
    }
  })

  it('snaps to wall ends before corners before middles, exactly', () => {
    const tile: Tile = [2, 3]
    const corner = plane.cornerPoint(plane.rawCorners(tile)[0] as Tile)
    const at = plane.xy(corner)
    const near: XY = [at[0] + 0.04, at[1] + 0.04]
    expect(plane.snap(near, [], 0.3)).toEqual({ point: corner, to: 'corner' })
    const end: [number, number] = [corner[0] + 0.1, corner[1] + 0.1]
    expect(plane.snap(near, [end], 0.3)).toEqual({ point: end, to: 'end' })
    const [p, q] = plane.edge(tile, plane.neighbors(tile)[1] as Tile)
    const middle: XY = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]
    expect(plane.snap(middle, [], 0.2).to).toBe('middle')
    expect(plane.snap(plane.center(tile), [], 0.2).to).toBe('none')
  })

  it('walks from tile to tile without a gap', () => {
    const trail = plane.trail([0, 0], [3, -5])
    expect(trail[0]).toEqual([0, 0])
    expect(trail[trail.length - 1]).toEqual([3, -5])
  })

  it('outlines a region, and a hole in it', () => {
    const ring = plane.footprint([5, 5], [3, 3])
    const hole = plane.grid === 'square' ? '6,6' : '5,5'
    const path = regionPath(plane, ring.map(String).filter((tile) => tile !== hole))
    expect(path.match(/M/g)).toHaveLength(2)
    expect(path.match(/Z/g)).toHaveLength(2)
    expect(gridPath(plane, ring.map(String))).not.toContain('NaN')
  })
})

it('merges the lines of squares', () => {
  expect(gridPath(planes[0] as Plane, ['0,0', '0,1', '0,2']).match(/M/g)).toHaveLength(2 + 4)
})

it('covers footprints', () => {
  expect(planes[0]?.footprint([1, 1], [2, 3])).toHaveLength(6)
  expect(planes[1]?.footprint([1, 1], [2, 2])).toHaveLength(7)
})

it('cuts a line where it meets something', () => {
  expect(cutLine([[0, 0], [4, 0]], [1, 0])).toEqual([
    [[0, 0], [1, 0]],
    [[1, 0], [4, 0]],
  ])
  const [before, beyond] = cutLine([[0, 0], [1, 0], [2, 0], [3, 0]], [1.5, 0])
  expect(before).toHaveLength(3)
  expect(beyond).toHaveLength(3)
})

it('finds the place half way along', () => {
  expect(halfway([[0, 0], [4, 0]])).toEqual([2, 0])
  expect(halfway([[0, 0], [1, 0], [1, 5]])).toEqual([1, 2])
})

it('names tiles as the engine does', () => {
  expect(tileName('square', [3, 2])).toBe('C4')
  expect(tileName('square', [0, 26])).toBe('AA1')
  expect(tileName('hex', [-1, 2])).toBe('(-1, 2)')
})
