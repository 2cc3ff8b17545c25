import { SvelteMap } from 'svelte/reactivity'
import {
  FIGURE_VIEW_DEFAULTS,
  type AreaView,
  type Change,
  type DoorState,
  type FigureView,
  type FloorView,
  type Height,
  type LampView,
  type LevelSpan,
  type MapMeasure,
  type Run,
  type Side,
  type Stage,
  type StairsView,
  type StopSet,
  type TerrainSpan,
  type ThresholdKind,
  type WallPiece,
  type WireEdge,
} from '../protocol/messages.gen'
import type { Grid, Orientation, Size, Tile } from '../protocol/types'
import { heightOf } from './heights'
import { along, edgeKey, key, spanKeys } from './tiles'

/** A figure with all defaults filled in. */
export type Figure = Required<FigureView> & { side: Side }

/** Properties of a wall, door or gate besides its state. Players receive heights and what it stops. */
export interface Property {
  /** In tiles; undefined means unlimited. */
  bottom?: number
  top?: number
  /** Undefined means everything. */
  stops?: PartialStops
  limited?: boolean
  oneWay?: 'forth' | 'back'
}
/** A floor, as far as this page knows it. */
export interface FloorThing {
  id: string
  name: string
  /** In tiles. */
  height: number
  tiles: ReadonlySet<string>
  /** Visible tiles; null means all. */
  lit: ReadonlySet<string> | null
  /** Player: the levels of visible tiles that are not bright: 0 dark, 1 dim. */
  levels: ReadonlyMap<string, number>
  /** Game master: the tiles shown to all players, and the covered ones. */
  shown: ReadonlySet<string>
  veiled: ReadonlySet<string>
}

export interface EdgeThing extends Property {
  a: Tile
  b: Tile
  carries: ThresholdKind
  state: DoorState
}
export interface WallThing extends Property {
  ends: [[number, number], [number, number]]
  carries: ThresholdKind
  state: DoorState
}
export interface HeightThing {
  at: Tile
  cover: number
  height: number | null
}
export type PartialStops = Exclude<StopSet, ''> | 'other'
export type Ground = '.' | '#'

/**
 * One map as this page knows it. Large parts are plain maps with a counter each: an effect that
 * reads `stage.ground` depends on the whole ground, not on every single tile.
 */
export class StageModel {
  readonly map: string
  readonly grid: Grid
  readonly orientation: Orientation
  readonly name: string
  /** Rows and columns, game master only. */
  readonly size: Size | null
  rule = $state('')
  readonly figures = new SvelteMap<string, Figure>()
  walls = $state.raw<readonly WallThing[]>([])
  /** Game master only: the covered tiles, and those shown to all players. */
  veiled = $state.raw<ReadonlySet<string>>(new Set())
  shown = $state.raw<ReadonlySet<string>>(new Set())
  /** Player: the visible lamps, unless it is daylight. */
  lamps = $state.raw<readonly LampView[]>([])
  areas = $state.raw<readonly AreaView[]>([])
  /** From the lowest to the highest. */
  floors = $state.raw<readonly FloorThing[]>([])
  stairs = $state.raw<readonly StairsView[]>([])
  /** Player: the id of the map's picture; '' for none. */
  picture = $state('')
  /** The metric and tile size of this map. */
  measure = $state.raw<MapMeasure>({})

  #ground = new Map<string, Ground>()
  #lit: Set<string> | null
  #edges = new Map<string, EdgeThing>()
  #heights = new Map<string, HeightThing>()
  #terrain = new Map<string, string>()
  #levels = new Map<string, number>()
  #groundVersion = $state(0)
  #litVersion = $state(0)
  #edgesVersion = $state(0)
  #heightsVersion = $state(0)
  #terrainVersion = $state(0)
  #levelsVersion = $state(0)

  constructor(stage: Stage) {
    this.map = stage.map
    this.grid = stage.grid as Grid
    this.orientation = (stage.orientation ?? 'pointy') as Orientation
    this.name = stage.name ?? ''
    this.size = stage.size ?? null
    this.rule = stage.rule ?? ''
    this.#lit = stage.lit ? new Set(spanKeys(this.grid, stage.lit)) : null
    this.#putTiles(stage.tiles ?? [])
    this.#putEdges(stage.edges ?? [])
    this.#putHeights(stage.heights ?? [])
    this.#putTerrain(stage.terrain ?? [])
    this.#putLevels(stage.light ?? [])
    this.lamps = stage.lamps ?? []
    this.floors = (stage.floors ?? []).map((floor) => floorThing(this.grid, floor, this.#lit === null))
    this.stairs = stage.stairs ?? []
    this.walls = wallThings(stage.walls ?? [])
    this.veiled = new Set(spanKeys(this.grid, stage.veiled ?? []))
    this.shown = new Set(spanKeys(this.grid, stage.shown ?? []))
    this.areas = stage.areas ?? []
    this.measure = stage.measure ?? {}
    this.picture = stage.picture ?? ''
    for (const figure of stage.figures ?? []) this.figures.set(figure.id, whole(figure))
  }

  /** Known tiles, 'a,b' → floor or rock. */
  get ground(): ReadonlyMap<string, Ground> {
    void this.#groundVersion
    return this.#ground
  }

  /** Visible tiles; null means all. */
  get lit(): ReadonlySet<string> | null {
    void this.#litVersion
    return this.#lit
  }

  /** Barriers on edges, 'a,b-c,d' (smaller tile first) → thing. */
  get edges(): ReadonlyMap<string, EdgeThing> {
    void this.#edgesVersion
    return this.#edges
  }

  get heights(): ReadonlyMap<string, HeightThing> {
    void this.#heightsVersion
    return this.#heights
  }

  /** Terrain of tiles, 'a,b' → "low", "light-woods" ... */
  get terrain(): ReadonlyMap<string, string> {
    void this.#terrainVersion
    return this.#terrain
  }

  /** Player: the levels of visible tiles that are not bright: 0 dark, 1 dim. */
  get levels(): ReadonlyMap<string, number> {
    void this.#levelsVersion
    return this.#levels
  }

  apply(change: Change): void {
    if (change.tiles?.length) {
      this.#putTiles(change.tiles)
      this.#groundVersion++
    }
    if (this.#lit && (change.lit?.length || change.unlit?.length)) {
      for (const tile of spanKeys(this.grid, change.unlit ?? [])) {
        this.#lit.delete(tile)
        // Newly visible tiles are bright unless listed.
        if (this.#levels.delete(tile)) this.#levelsVersion++
      }
      for (const tile of spanKeys(this.grid, change.lit ?? [])) this.#lit.add(tile)
      this.#litVersion++
    }
    if (change.edges?.length) {
      this.#putEdges(change.edges)
      this.#edgesVersion++
    }
    if (change.walls?.length) {
      const changed = new Set(change.walls.map((wall) => wall.slice(0, 4).join()))
      const others = this.walls.filter((wall) => !changed.has(wall.ends.join()))
      this.walls = [...others, ...wallThings(change.walls)]
    }
    if (change.floors) this.floors = change.floors.map((floor) => floorThing(this.grid, floor, this.#lit === null))
    if (change.stairs) this.stairs = change.stairs
    if (change.heights?.length) {
      this.#putHeights(change.heights)
      this.#heightsVersion++
    }
    if (change.terrain?.length) {
      this.#putTerrain(change.terrain)
      this.#terrainVersion++
    }
    if (change.forgotten?.length) {
      // What was on them has been removed above, one by one.
      for (const tile of spanKeys(this.grid, change.forgotten)) {
        this.#ground.delete(tile)
        this.#heights.delete(tile)
      }
      this.#groundVersion++
      this.#heightsVersion++
    }
    if (change.veiled) this.veiled = new Set(spanKeys(this.grid, change.veiled))
    if (change.shown) this.shown = new Set(spanKeys(this.grid, change.shown))
    if (change.light?.length) {
      this.#putLevels(change.light)
      this.#levelsVersion++
    }
    if (change.lamps?.length || change.lamps_gone?.length) {
      const changed = new Set([...(change.lamps_gone ?? []), ...(change.lamps ?? []).map((lamp) => lamp.id)])
      this.lamps = [...this.lamps.filter((lamp) => !changed.has(lamp.id)), ...(change.lamps ?? [])]
    }
    for (const id of change.gone ?? []) this.figures.delete(id)
    for (const figure of change.figures ?? []) this.figures.set(figure.id, whole(figure))
    if (change.rule) this.rule = change.rule
    if (change.areas) this.areas = change.areas
    if (change.measure) this.measure = change.measure
    if (typeof change.picture === 'string') this.picture = change.picture
  }

  #putTiles(runs: readonly Run[]): void {
    for (const [a, b, letters] of runs) {
      for (let i = 0; i < letters.length; i++) {
        this.#ground.set(key(along(this.grid, a, b, i)), letters[i] === '#' ? '#' : '.')
      }
    }
  }

  #putEdges(edges: readonly WireEdge[]): void {
    for (const [a0, a1, b0, b1, carries, state] of edges) {
      const a: Tile = [a0, a1]
      const b: Tile = [b0, b1]
      if (carries) this.#edges.set(edgeKey(a, b), { a, b, ...threshold(carries, state) })
      else this.#edges.delete(edgeKey(a, b))
    }
  }

  #putHeights(heights: readonly Height[]): void {
    for (const [q, r, cover, height] of heights) {
      this.#heights.set(key([q, r]), { at: [q, r], cover, height })
    }
  }

  #putLevels(spans: readonly LevelSpan[]): void {
    for (const [a, b, count, level] of spans) {
      for (const tile of spanKeys(this.grid, [[a, b, count]])) {
        if (level < 2) this.#levels.set(tile, level)
        else this.#levels.delete(tile)
      }
    }
  }

  #putTerrain(spans: readonly TerrainSpan[]): void {
    for (const [a, b, count, kind] of spans) {
      for (const tile of spanKeys(this.grid, [[a, b, count]])) {
        if (kind) this.#terrain.set(tile, kind)
        else this.#terrain.delete(tile)
      }
    }
  }
}

function wallThings(pieces: readonly WallPiece[]): WallThing[] {
  const things: WallThing[] = []
  for (const [x0, y0, x1, y1, carries, state] of pieces) {
    if (carries) things.push({ ends: [[x0, y0], [x1, y1]], ...threshold(carries, state) })
  }
  return things
}

const STOP_SETS: Record<string, PartialStops> = {
  'stops=movement.effect': 'window',
  'stops=sight.light': 'curtain',
  'stops=movement': 'bars',
}

/** The server sends only these words. */
function threshold(carries: string, state: string): { carries: ThresholdKind; state: DoorState } & Property {
  const [words = '', span = ''] = carries.split('@')
  const [kind, ...properties] = words.split('+')
  const [bottom, top] = span.split('_').map((each) => heightOf(each))
  const oneWay = properties.find((word) => word === 'forth' || word === 'back')
  const stops = properties.find((word) => word.startsWith('stops='))
  return {
    carries: kind as ThresholdKind,
    state: state as DoorState,
    ...(typeof bottom === 'number' && { bottom }),
    ...(typeof top === 'number' && { top }),
    ...(properties.includes('limited') && { limited: true }),
    ...(stops && { stops: STOP_SETS[stops] ?? 'other' }),
    ...(oneWay && { oneWay: oneWay as 'forth' | 'back' }),
  }
}

/** The light levels of the tiles in these spans. */
export function levelsOf(grid: Grid, spans: readonly LevelSpan[]): Map<string, number> {
  return new Map(spans.flatMap(([a, b, count, level]) => spanKeys(grid, [[a, b, count]]).map((tile) => [tile, level] as const)))
}

function floorThing(grid: Grid, { id, name, height, tiles, lit, light, shown, veiled }: FloorView, all: boolean): FloorThing {
  return {
    id,
    name,
    height: heightOf(height) ?? 0,
    tiles: new Set(spanKeys(grid, tiles ?? [])),
    lit: all ? null : new Set(spanKeys(grid, lit ?? [])),
    levels: levelsOf(grid, light ?? []),
    shown: new Set(spanKeys(grid, shown ?? [])),
    veiled: new Set(spanKeys(grid, veiled ?? [])),
  }
}

function whole(figure: FigureView): Figure {
  return { ...FIGURE_VIEW_DEFAULTS, ...figure } as Figure
}
