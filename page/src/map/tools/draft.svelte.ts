import type { ThresholdKind } from '../../protocol/messages.gen'
import type { Point, Size, Tile } from '../../protocol/types'
import type { Snapped, XY } from '../geometry/plane'

export interface MenuItem {
  words: string
  run(): void
}
/** A small menu at the pointer. */
export interface Menu {
  title: string
  /** In pixels of the map's box. */
  at: XY
  items: readonly MenuItem[]
}

/** What the tool is about to do: drawn on this page only. */
class Draft {
  /** The tile under the pointer. */
  tile = $state.raw<Tile | null>(null)
  /** Tiles of the stroke so far. */
  stroke = $state.raw<{ tiles: ReadonlySet<string>; look: 'rock' | 'floor' | 'height' | 'growth' | 'fog' } | null>(null)
  /** Edges that a click or the current drag would change. */
  edges = $state.raw<{ edges: readonly [Tile, Tile][]; carries: ThresholdKind | null } | null>(null)
  /** Walls that the eraser has touched. */
  lines = $state.raw<readonly [XY, XY][] | null>(null)
  /** A free wall being drawn. */
  wall = $state.raw<{ start: Point; end: Point; carries: ThresholdKind } | null>(null)
  /** Where the end of a free wall would snap to. */
  snap = $state.raw<Snapped | null>(null)
  /** Where a figure would be placed, or dropped. */
  footprint = $state.raw<{ at: Tile; size: Size } | null>(null)
  /** Stairs that are being drawn. */
  link = $state.raw<readonly [XY, XY] | null>(null)
  /** The tiles under a figure that is dragged onto stairs. */
  stairs = $state.raw<readonly Tile[] | null>(null)
  menu = $state.raw<Menu | null>(null)

  clear(): void {
    this.tile = null
    this.stroke = null
    this.edges = null
    this.lines = null
    this.wall = null
    this.snap = null
    this.footprint = null
    this.link = null
    this.stairs = null
  }
}

export const draft = new Draft()
