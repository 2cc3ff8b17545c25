/** A battlefield for drawing: its hexes as a few long paths, and arrow-key navigation. */
import { gridPath, num, regionPath, segments } from '../../map/geometry/paths'
import { Plane, type XY } from '../../map/geometry/plane'
import type { HexGround } from '../../protocol/messages.gen'
import type { Orientation, Tile } from '../../protocol/types'
import { key } from '../../state/tiles'

export interface DrawnGround {
  plane: Plane
  box: string
  floor: string
  grid: string
  rock: string
  woods: string
  walls: string
  /** Hexes by height, each band one path. */
  bands: readonly { look: string; d: string }[]
  heights: readonly { at: XY; height: number }[]
  tiles: readonly { key: string; tile: Tile; d: string }[]
}

const MARGIN = 0.08

export function drawn(ground: HexGround): DrawnGround {
  const plane = new Plane('hex', (ground.orientation ?? 'pointy') as Orientation)
  const keysOf = (is: (height: number, what: string) => boolean): string[] =>
    ground.tiles.filter(([, , height, what]) => is(height, what)).map(([q, r]) => key([q, r]))
  const bands = [1, 2, 3, 4].map((level) => ({
    look: `height-${level}`,
    d: regionPath(plane, keysOf((height) => Math.min(height, 4) === level)),
  }))
  const tiles = ground.tiles.map(([q, r]) => ({ key: key([q, r]), tile: [q, r] as Tile, d: outline(plane, [q, r]) }))
  const all = tiles.map((each) => each.key)
  return {
    plane,
    box: box(tiles.flatMap(({ tile }) => plane.corners(tile))),
    floor: regionPath(plane, all),
    grid: gridPath(plane, all),
    rock: regionPath(plane, keysOf((_, what) => what === 'rock')),
    woods: regionPath(plane, keysOf((_, what) => what === 'woods' || what === 'cover')),
    walls: segments(ground.walls.map(([a, b, c, d]) => plane.edge([a, b], [c, d]))),
    bands: bands.filter(({ d }) => d),
    heights: ground.tiles.filter(([, , height]) => height).map(([q, r, height]) => ({ at: plane.center([q, r]), height })),
    tiles,
  }
}

export function outline(plane: Plane, tile: readonly [number, number]): string {
  return `M${plane.corners(tile).map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}Z`
}

function box(points: readonly XY[]): string {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const left = Math.min(...xs) - MARGIN
  const top = Math.min(...ys) - MARGIN
  return [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top].map(num).join(' ')
}

/** The hex that an arrow key leads to: along the row, or above or below, alternating left and right. */
export function stepOf(arrow: string, [, r]: Tile): Tile | null {
  const even = r % 2 === 0
  switch (arrow) {
    case 'ArrowLeft':
      return [-1, 0]
    case 'ArrowRight':
      return [1, 0]
    case 'ArrowUp':
      return even ? [1, -1] : [0, -1]
    case 'ArrowDown':
      return even ? [0, 1] : [-1, 1]
  }
  return null
}
