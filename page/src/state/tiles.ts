import type { FigureOrTile, Span } from '../protocol/messages.gen'
import type { Grid, Tile } from '../protocol/types'

/** A tile as a key of a map. */
export function key(tile: readonly [number, number]): string {
  return `${tile[0]},${tile[1]}`
}

export function tileOf(text: string): Tile {
  const comma = text.indexOf(',')
  return [Number(text.slice(0, comma)), Number(text.slice(comma + 1))]
}

export function sameTile(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] === b[0] && a[1] === b[1]
}

export function samePlace(a: FigureOrTile | null, b: FigureOrTile | null): boolean {
  if (a === null || b === null) return a === b
  if (typeof a === 'string' || typeof b === 'string') return a === b
  return sameTile(a, b)
}

/**
 * The tile a number of steps further in the order of runs and spans: along the columns of a row on
 * squares, along q at one r on hexes.
 */
export function along(grid: Grid, a: number, b: number, steps: number): Tile {
  return grid === 'square' ? [a, b + steps] : [a + steps, b]
}

export function spanKeys(grid: Grid, spans: readonly Span[]): string[] {
  const keys: string[] = []
  for (const [a, b, count] of spans) {
    for (let i = 0; i < count; i++) keys.push(key(along(grid, a, b, i)))
  }
  return keys
}

/** An edge as a key: the smaller tile first, as on the server. */
export function edgeKey(a: readonly [number, number], b: readonly [number, number]): string {
  const swap = a[0] > b[0] || (a[0] === b[0] && a[1] > b[1])
  return swap ? `${key(b)}-${key(a)}` : `${key(a)}-${key(b)}`
}

/** The displayed name of a tile: C4 for the third column, fourth row; axial coordinates for hexes. */
export function tileName(grid: Grid, tile: readonly [number, number]): string {
  if (grid === 'hex') return `(${tile[0]}, ${tile[1]})`
  const [row, col] = tile
  if (col < 0) return `(${row}, ${col})`
  let letters = ''
  for (let n = col + 1; n > 0; n = Math.floor((n - 1) / 26)) {
    letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters
  }
  return letters + String(row + 1)
}
