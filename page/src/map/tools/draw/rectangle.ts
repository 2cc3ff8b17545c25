/** Rectangles of tiles, and the edges around them. */
import type { Tile } from '../../../protocol/types'
import { key } from '../../../state/tiles'
import type { Plane } from '../../geometry/plane'

/** From corner to corner, inclusive: rows and columns of squares, q and r of hexes. */
export function tilesBetween(a: Tile, b: Tile): Tile[] {
  const tiles: Tile[] = []
  const [low, high] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])]
  const [left, right] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])]
  for (let first = low; first <= high; first++) {
    for (let second = left; second <= right; second++) tiles.push([first, second])
  }
  return tiles
}

/** The edges between these tiles and all others. */
export function edgesRound(plane: Plane, tiles: readonly Tile[]): [Tile, Tile][] {
  const inside = new Set(tiles.map(key))
  return tiles.flatMap((tile) =>
    plane.neighbors(tile).flatMap((other): [Tile, Tile][] => (inside.has(key(other)) ? [] : [[tile, other]])),
  )
}

/** Two corners by a drag, or by two clicks for users who do not drag. */
export class Corners {
  #first: Tile | null = null
  #isNew = true

  press(tile: Tile): void {
    this.#isNew = this.#first === null
    this.#first ??= tile
  }

  get first(): Tile | null {
    return this.#first
  }

  /** All tiles up to this one, or none before the first corner. */
  upTo(tile: Tile): Tile[] {
    return this.#first ? tilesBetween(this.#first, tile) : []
  }

  /** Release the pointer; return whether this was only the first corner. */
  waits(tile: Tile): boolean {
    return this.#isNew && this.#first !== null && key(this.#first) === key(tile)
  }

  clear(): void {
    this.#first = null
  }
}
