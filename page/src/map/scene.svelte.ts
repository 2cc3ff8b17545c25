/** What the map shows: the stage, with changes on top that are done but not acknowledged yet. */
import type { MasterAction, Move } from '../protocol/messages.gen'
import type { Point, Tile } from '../protocol/types'
import { pending } from '../state/pending.svelte'
import { selection } from '../state/page/selection.svelte'
import { session } from '../state/session.svelte'
import type { EdgeThing, Figure, HeightThing, Property, WallThing } from '../state/stage.svelte'
import { GROUND, storeys } from '../state/storeys.svelte'
import { table } from '../state/table.svelte'
import { edgeKey, key, sameTile, tileOf } from '../state/tiles'
import { boxAround, type Box } from './geometry/camera'
import { regionPath } from './geometry/paths'
import { Plane, toSegment, type XY } from './geometry/plane'
import { grown, halfSize } from './layers/figures/token-shapes'
import { viewport } from './viewport.svelte'

/** A door, gate or wall under the pointer: on an edge, or free. */
export type Barrier =
  | { on: 'edge'; id: string; thing: EdgeThing; ends: [XY, XY] }
  | { on: 'free'; id: string; thing: WallThing; ends: [XY, XY] }

class Scene {
  readonly plane: Plane = $derived(
    new Plane(table.stage?.grid ?? 'square', table.stage?.orientation ?? 'pointy'),
  )

  /** The bounding box of all known tiles; the same object while it does not change. */
  readonly bounds: Box | null = $derived.by(() => {
    const { plane } = this
    const tiles = [...(table.stage?.ground.keys() ?? []), ...storeys.floors.flatMap((floor) => [...floor.tiles])]
    const box = boxAround(tiles.map((key) => plane.center(tileOf(key))), plane.grid === 'square' ? 0.5 : 0.6)
    if (JSON.stringify(box) !== JSON.stringify(this.#box)) this.#box = box
    return this.#box
  })
  #box: Box | null = null

  /** The outline of all known ground. Several layers draw it. */
  readonly floor: string = $derived(regionPath(this.plane, table.stage?.ground.keys() ?? []))

  /** The positions of figures whose moves are not acknowledged. */
  readonly #moves: ReadonlyMap<string, Move> = $derived.by(() => {
    const moves = new Map<string, Move>()
    for (const { action } of pending.changes) if (action.t === 'move') moves.set(action.figure, action)
    return moves
  })

  /** The dragged figure, which is drawn on every storey. */
  readonly held: string | null = $derived(selection.drag?.figure ?? null)

  readonly #removed: ReadonlySet<string> = $derived(
    new Set(
      pending.changes.flatMap(({ action }) => (action.t === 'remove' ? [action.figure] : [])),
    ),
  )

  /** Furniture first, so that figures are drawn on top. */
  readonly figures: readonly Figure[] = $derived.by(() => {
    const all = [...(table.stage?.figures.values() ?? [])]
    const left = this.#removed.size ? all.filter((figure) => !this.#removed.has(figure.id)) : all
    const shown = this.#moves.size ? left.map((figure) => this.#climbed(figure)) : left
    // On an upper storey, what is under a floor is not there to the game master.
    const there = session.role === 'master' && storeys.floor ? shown.filter((figure) => figure.id === this.held || storeys.place(storeys.under(figure), figure.at) !== 'covered') : shown
    return there.sort((a, b) => Number(b.furniture) - Number(a.furniture))
  })

  /** Unacknowledged changes to walls and heights, so that moves do not redraw them. */
  readonly #onEdges: readonly MasterAction[] = $derived(unsaved('edges', 'erase', 'door'))
  readonly #onWalls: readonly MasterAction[] = $derived(unsaved('wall', 'unwall', 'erase', 'door'))
  readonly #onHeights: readonly MasterAction[] = $derived(unsaved('height'))
  readonly #onTerrain: readonly MasterAction[] = $derived(unsaved('terrain', 'erase'))

  readonly edges: ReadonlyMap<string, EdgeThing> = $derived.by(() => {
    const known = table.stage?.edges ?? new Map<string, EdgeThing>()
    const edges = new Map(known)
    for (const action of this.#onEdges) {
      if (action.t === 'edges') {
        for (const [a, b] of action.edges) {
          if (action.carries) {
            edges.set(edgeKey(a, b), { a, b, carries: action.carries, state: action.state ?? '', ...spanOf(action) })
          } else edges.delete(edgeKey(a, b))
        }
      } else if (action.t === 'erase') {
        for (const edge of action.edges ?? []) edges.delete(edgeKey(...edge))
      } else if (action.t === 'door' && action.edge) {
        const id = edgeKey(...action.edge)
        const thing = edges.get(id)
        // A player's door may be secretly locked, so wait for the response.
        if (thing && session.role === 'master') edges.set(id, { ...thing, state: action.state })
      }
    }
    return edges
  })

  readonly walls: readonly WallThing[] = $derived.by(() => {
    let walls = table.stage?.walls ?? []
    for (const action of this.#onWalls) {
      if (action.t === 'wall') {
        const { ends, carries = 'wall', state = '' } = action
        walls = [...without(walls, [ends]), { ends, carries, state, ...spanOf(action) }]
      } else if (action.t === 'unwall') walls = without(walls, [action.ends])
      else if (action.t === 'erase') walls = without(walls, action.walls ?? [])
      else if (action.t === 'door' && action.wall && session.role === 'master') {
        const id = wallId(action.wall)
        walls = walls.map((wall) => (wallId(wall.ends) === id ? { ...wall, state: action.state } : wall))
      }
    }
    return walls
  })

  readonly heights: ReadonlyMap<string, HeightThing> = $derived.by(() => {
    const heights = new Map(table.stage?.heights ?? [])
    for (const action of this.#onHeights) {
      if (action.t !== 'height') continue
      for (const at of action.tiles) {
        const was = heights.get(key(at))
        const { cover = was?.cover ?? 0, elevation = was?.height ?? null } = action
        heights.set(key(at), { at, cover, height: elevation })
      }
    }
    return heights
  })

  readonly terrain: ReadonlyMap<string, string> = $derived.by(() => {
    const terrain = new Map(table.stage?.terrain ?? [])
    for (const action of this.#onTerrain) {
      if (action.t !== 'terrain' && action.t !== 'erase') continue
      const kind = action.t === 'terrain' ? action.kind : null
      for (const at of action.tiles ?? []) {
        if (kind) terrain.set(key(at), kind)
        else terrain.delete(key(at))
      }
    }
    return terrain
  })

  readonly wallEnds: readonly Point[] = $derived(this.walls.flatMap((wall) => wall.ends))

  /** Doors and gates, on edges and free. */
  readonly doors: readonly Barrier[] = $derived.by(() => {
    const doors = new Map<string, Barrier>()
    const put = (door: Barrier) => doors.set(barrierKey(door), door)
    for (const [id, thing] of this.edges) {
      if (thing.carries !== 'wall') put({ on: 'edge', id, thing, ends: this.plane.edge(thing.a, thing.b) })
    }
    // Players receive free doors in pieces, and overlapping doors may have identical ones.
    for (const thing of this.walls) if (thing.carries !== 'wall') put(this.#free(thing))
    return [...doors.values()]
  })

  /** The walls next to a figure on a floor of that height. */
  wallsAt(height: number): (readonly [XY, XY])[] {
    const stands = ({ carries, bottom = -Infinity, top = Infinity }: EdgeThing | WallThing) =>
      carries === 'wall' && bottom < height + 1 && top > height
    return [
      ...[...this.edges.values()].filter(stands).map((thing) => this.plane.edge(thing.a, thing.b)),
      ...this.walls.filter(stands).map(({ ends: [start, end] }) => [this.plane.xy(start), this.plane.xy(end)] as const),
    ]
  }

  at(figure: Figure): Tile {
    return this.#moves.get(figure.id)?.to ?? figure.at
  }

  /** The figure on its new storey, before the move is acknowledged. */
  #climbed(figure: Figure): Figure {
    const { to, storey } = this.#moves.get(figure.id) ?? {}
    if (to === undefined || typeof storey !== 'string') return figure
    const elevation = storey === GROUND ? '' : String(storeys.feetOn(storey, to))
    return { ...figure, at: to, elevation }
  }

  /** The center of a figure as shown. */
  middle(figure: Figure): XY {
    return this.plane.middle(this.at(figure), figure.size)
  }

  isKnown(tile: Tile): boolean {
    const { stage } = table
    if (stage?.lit && storeys.floor) return storeys.floor.tiles.has(key(tile))
    return stage?.ground.has(key(tile)) ?? false
  }

  /** Whether it is known on the storey shown, or visible in a hole below it. */
  isDrawn(tile: Tile): boolean {
    return storeys.at(tile) !== GROUND || (table.stage?.ground.has(key(tile)) ?? false)
  }

  /** The figure at this place, before furniture. `close`: near its center, not only on the same tile. */
  figureAt(place: XY, close: boolean): Figure | null {
    const tile = this.plane.tileAt(place)
    for (let i = this.figures.length - 1; i >= 0; i--) {
      const figure = this.figures[i] as Figure
      if (close) {
        const [w, h] = halfSize(this.plane, figure)
        const [x, y] = this.middle(figure)
        const grow = figure.furniture ? 1 : grown(viewport.zoom.k)
        if (Math.abs(place[0] - x) <= w * grow && Math.abs(place[1] - y) <= h * grow) return figure
      } else if (this.plane.footprint(this.at(figure), figure.size).some((at) => sameTile(at, tile))) {
        return figure
      }
    }
    return null
  }

  doorAt(place: XY, reach: number): Barrier | null {
    return nearest(this.doors, place, reach)
  }

  /** The edge or free barrier at this place. */
  barrierAt(place: XY, reach: number): Barrier | null {
    const near: Barrier[] = this.walls.map((thing) => this.#free(thing))
    const tile = this.plane.tileAt(place)
    for (const other of this.plane.neighbors(tile)) {
      const id = edgeKey(tile, other)
      const thing = this.edges.get(id)
      if (thing) near.push({ on: 'edge', id, thing, ends: this.plane.edge(thing.a, thing.b) })
    }
    return nearest(near, place, reach)
  }

  #free(thing: WallThing): Barrier {
    const [start, end] = thing.ends
    const ends: [XY, XY] = [this.plane.xy(start), this.plane.xy(end)]
    return { on: 'free', id: wallId(thing.ends), thing, ends }
  }
}

/** The bottom and top of the drawn barrier, if it has them. */
function spanOf({ bottom, top }: { bottom?: number | null; top?: number | null }): Property {
  return { ...(typeof bottom === 'number' && { bottom }), ...(typeof top === 'number' && { top }) }
}

/** Tiles and points are both pairs of numbers, so an edge and a free wall may have the same id. */
export function barrierKey({ on, id }: Barrier): string {
  return `${on} ${id}`
}

function nearest(barriers: Iterable<Barrier>, place: XY, reach: number): Barrier | null {
  let best: Barrier | null = null
  let closest = reach
  for (const barrier of barriers) {
    const away = toSegment(place, ...barrier.ends)
    if (away <= closest) {
      closest = away
      best = barrier
    }
  }
  return best
}

function wallId([start, end]: readonly [Point, Point]): string {
  return `${key(start)}-${key(end)}`
}

function without(walls: readonly WallThing[], gone: readonly [Point, Point][]): readonly WallThing[] {
  const ids = new Set(gone.map(wallId))
  return walls.filter((wall) => !ids.has(wallId(wall.ends)))
}

const NONE: readonly MasterAction[] = []

/** Always the same empty array, so that derived values do not change. */
function unsaved(...kinds: MasterAction['t'][]): readonly MasterAction[] {
  const found = pending.changes.flatMap(({ action }) => (kinds.includes(action.t) ? [action] : []))
  return found.length ? found : NONE
}

export const scene = new Scene()
