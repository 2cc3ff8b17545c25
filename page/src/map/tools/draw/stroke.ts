/** Strokes over tiles: rock, floor, terrain and heights, and the eraser. One stroke is one change. */
import { MAX_ACTION_BYTES } from '../../../protocol/limits'
import { MAX_BATCH, type Erase, type MasterAction } from '../../../protocol/messages.gen'
import type { Tile } from '../../../protocol/types'
import { session } from '../../../state/session.svelte'
import { storeys } from '../../../state/storeys.svelte'
import { table } from '../../../state/table.svelte'
import { key, tileOf } from '../../../state/tiles'
import { toolbox } from '../../../state/page/toolbox.svelte'
import { distance, type XY } from '../../geometry/plane'
import { barrierKey, scene, type Barrier } from '../../scene.svelte'
import { draft } from '../draft.svelte'
import type { MapTool, PointerPlace } from '../map-tool'
import { openMenu } from '../menus'
import { Corners } from './rectangle'

/** In tiles: the eraser removes walls within this distance. */
const WALL_REACH = 0.16

export class StrokeTool implements MapTool {
  #tiles = new Set<string>()
  #barriers = new Map<string, Barrier>()
  #last: XY | null = null
  readonly #corners = new Corners()
  /** Whether the stroke adds rock or terrain, or removes it. */
  #puts = true

  press(at: PointerPlace): boolean {
    this.#forget()
    const tile = scene.plane.tileAt(at.paper)
    if (toolbox.shape === 'rectangle') this.#corners.press(tile)
    // A stroke that starts on what it makes removes it.
    const first = key(this.#corners.first ?? tile)
    if (toolbox.tool === 'terrain') this.#puts = scene.terrain.get(first) !== toolbox.terrain
    else if (toolbox.tool === 'floor') this.#puts = !storeys.floor?.tiles.has(first)
    else this.#puts = toolbox.tool === 'paint' && table.stage?.ground.get(first) !== '#'
    this.#over(at.paper)
    return true
  }

  drag(at: PointerPlace): void {
    this.#over(at.paper)
  }

  release(at: PointerPlace): void {
    this.#over(at.paper)
    if (toolbox.shape === 'rectangle' && this.#corners.waits(scene.plane.tileAt(at.paper))) return
    const tiles = [...this.#tiles].map(tileOf)
    const barriers = [...this.#barriers.values()]
    const puts = this.#puts
    this.cancel()
    if (toolbox.tool === 'erase') {
      erase(tiles, barriers)
      return
    }
    for (let i = 0; i < tiles.length; i += MAX_BATCH) {
      void session.do(action(tiles.slice(i, i + MAX_BATCH), puts))
    }
  }

  cancel(): void {
    this.#forget()
    this.#corners.clear()
    draft.stroke = null
    draft.lines = null
  }

  hover(at: PointerPlace | null): void {
    const tile = at && scene.plane.tileAt(at.paper)
    draft.tile = tile && scene.isKnown(tile) ? tile : null
    if (at && this.#corners.first) this.#over(at.paper)
  }

  menu(at: PointerPlace): void {
    openMenu(at, null, scene.barrierAt(at.paper, WALL_REACH))
  }

  #forget(): void {
    this.#tiles = new Set()
    this.#barriers = new Map()
    this.#last = null
  }

  #over(place: XY): void {
    const from = this.#last ?? place
    this.#last = place
    const { plane } = scene
    if (toolbox.shape === 'rectangle') {
      const tiles = this.#corners.upTo(plane.tileAt(place))
      this.#tiles = new Set(tiles.filter((tile) => this.#changes(tile)).map(key))
      if (toolbox.tool === 'erase') this.#eraseWithin(tiles)
      draft.stroke = { tiles: new Set(this.#tiles), look: this.#look() }
      return
    }
    for (const tile of plane.trail(plane.tileAt(from), plane.tileAt(place))) {
      if (this.#changes(tile)) this.#tiles.add(key(tile))
    }
    if (toolbox.tool === 'erase') this.#eraseWalls(from, place)
    draft.stroke = { tiles: new Set(this.#tiles), look: this.#look() }
  }

  #look(): 'rock' | 'floor' | 'height' | 'growth' {
    if (toolbox.tool === 'height') return 'height'
    if (!this.#puts) return 'floor'
    return toolbox.tool === 'terrain' ? 'growth' : 'rock'
  }

  #eraseWalls(from: XY, to: XY): void {
    const steps = Math.max(1, Math.ceil(distance(from, to) / WALL_REACH))
    for (let i = 0; i <= steps; i++) {
      const f = i / steps
      const at: XY = [from[0] + (to[0] - from[0]) * f, from[1] + (to[1] - from[1]) * f]
      const barrier = scene.barrierAt(at, WALL_REACH)
      if (barrier) this.#barriers.set(barrierKey(barrier), barrier)
    }
    const lines = [...this.#barriers.values()].map((barrier) => barrier.ends)
    draft.lines = lines.length ? lines : null
  }

  /** The walls and doors between these tiles, but not those around them. */
  #eraseWithin(tiles: readonly Tile[]): void {
    const inside = new Set(tiles.map(key))
    this.#barriers = new Map()
    for (const [id, thing] of scene.edges) {
      if (!inside.has(key(thing.a)) || !inside.has(key(thing.b))) continue
      const barrier: Barrier = { on: 'edge', id, thing, ends: scene.plane.edge(thing.a, thing.b) }
      this.#barriers.set(barrierKey(barrier), barrier)
    }
    const lines = [...this.#barriers.values()].map((barrier) => barrier.ends)
    draft.lines = lines.length ? lines : null
  }

  #changes(tile: Tile): boolean {
    const ground = table.stage?.ground.get(key(tile))
    if (toolbox.tool === 'height') return ground !== undefined
    const terrain = scene.terrain.get(key(tile))
    if (toolbox.tool === 'floor') {
      return ground !== undefined && !!storeys.floor && storeys.floor.tiles.has(key(tile)) !== this.#puts
    }
    if (toolbox.tool === 'terrain') {
      return ground !== undefined && (this.#puts ? terrain !== toolbox.terrain : terrain !== undefined)
    }
    if (toolbox.tool === 'erase') return ground === '#' || terrain !== undefined
    return ground === (this.#puts ? '.' : '#')
  }
}

type EraserStroke = Required<Erase>

function erase(tiles: Tile[], barriers: readonly Barrier[]): void {
  const stroke: EraserStroke = { t: 'erase', tiles, edges: [], walls: [] }
  for (const barrier of barriers) {
    if (barrier.on === 'edge') stroke.edges.push([barrier.thing.a, barrier.thing.b])
    else stroke.walls.push(barrier.thing.ends)
  }
  if (tiles.length + barriers.length === 0) return
  for (const piece of inPieces(stroke)) void session.do(piece)
}

/** Split a stroke that is too long for one message. */
function inPieces(stroke: EraserStroke): EraserStroke[] {
  if (JSON.stringify(stroke).length < MAX_ACTION_BYTES) return [stroke]
  const half = (from: 0 | 1): EraserStroke => {
    const part = <T>(all: T[]): T[] => {
      const middle = all.length >> 1
      return from ? all.slice(middle) : all.slice(0, middle)
    }
    return { t: 'erase', tiles: part(stroke.tiles), edges: part(stroke.edges), walls: part(stroke.walls) }
  }
  return [...inPieces(half(0)), ...inPieces(half(1))]
}

function action(tiles: Tile[], puts: boolean): MasterAction {
  if (toolbox.tool === 'terrain') return { t: 'terrain', tiles, kind: puts ? toolbox.terrain : null }
  if (toolbox.tool === 'floor') return { t: 'paint_floor', floor: storeys.current, tiles, on: puts }
  if (toolbox.tool !== 'height') return { t: 'paint', tiles, solid: puts }
  const { cover, elevation } = toolbox.height
  return {
    t: 'height',
    tiles,
    ...(cover === null || table.stage?.grid !== 'hex' ? {} : { cover }),
    ...(elevation === null ? {} : { elevation }),
  }
}
