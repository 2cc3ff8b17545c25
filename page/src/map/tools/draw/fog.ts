/** Strokes of the fog tool: a brush, a rectangle, a room. One stroke is one change. */
import type { MasterAction, WireSpan } from '../../../protocol/messages.gen'
import type { Tile } from '../../../protocol/types'
import { fog, type FogWork } from '../../../state/sight/fog.svelte'
import { session } from '../../../state/session.svelte'
import { storeys } from '../../../state/storeys.svelte'
import { key, tileOf } from '../../../state/tiles'
import type { XY } from '../../geometry/plane'
import { scene } from '../../scene.svelte'
import { draft } from '../draft.svelte'
import type { MapTool, PointerPlace } from '../map-tool'
import { openMenu } from '../menus'
import { tilesBetween } from './rectangle'

export class FogTool implements MapTool {
  #tiles = new Set<string>()
  #last: XY | null = null
  /** The first corner of a rectangle, kept after a click for users who do not drag. */
  #corner: Tile | null = null
  #cornerIsNew = true

  press(at: PointerPlace): boolean {
    const tile = scene.plane.tileAt(at.paper)
    this.#tiles = new Set()
    this.#last = null
    this.#cornerIsNew = this.#corner === null
    this.#corner ??= tile
    this.#over(at.paper)
    return true
  }

  drag(at: PointerPlace): void {
    this.#over(at.paper)
  }

  release(at: PointerPlace): void {
    this.#over(at.paper)
    const tile = scene.plane.tileAt(at.paper)
    const isCorner = this.#corner !== null && key(this.#corner) === key(tile)
    // The first click sets one corner, and the next click the other.
    if (fog.shape === 'rectangle' && this.#cornerIsNew && isCorner) return
    const spans = spansOf(this.#tiles)
    this.cancel()
    if (fog.shape === 'room') {
      if (scene.isKnown(tile)) doFog(fog.work, { room: tile })
    } else if (spans.length) doFog(fog.work, { spans })
  }

  cancel(): void {
    this.#tiles = new Set()
    this.#last = null
    this.#corner = null
    draft.stroke = null
  }

  hover(at: PointerPlace | null): void {
    const tile = at && scene.plane.tileAt(at.paper)
    draft.tile = tile && scene.isKnown(tile) ? tile : null
    if (tile && fog.shape === 'rectangle' && this.#corner) this.#draw(between(this.#corner, tile))
  }

  menu(at: PointerPlace): void {
    openMenu(at, null, null)
  }

  #over(place: XY): void {
    const { plane } = scene
    const tile = plane.tileAt(place)
    const from = this.#last ?? place
    this.#last = place
    if (fog.shape === 'room') this.#tiles = new Set([key(tile)])
    else if (fog.shape === 'rectangle' && this.#corner) this.#tiles = new Set(between(this.#corner, tile))
    else for (const each of plane.trail(plane.tileAt(from), tile)) this.#tiles.add(key(each))
    this.#draw(this.#tiles)
  }

  #draw(tiles: Iterable<string>): void {
    draft.stroke = { tiles: new Set([...tiles].filter((each) => scene.isKnown(tileOf(each)))), look: 'fog' }
  }
}

/** Apply the fog tool to these tiles, or to the whole map if neither spans nor a room are given. */
export function doFog(work: FogWork, area: { spans?: WireSpan[]; room?: Tile }): void {
  const storey = storeys.current
  const action: MasterAction =
    work === 'reveal' || work === 'forget'
      ? { t: work, ...area, storey, who: fog.whom }
      : work === 'cover' || work === 'uncover'
        ? { t: 'cover', ...area, storey, on: work === 'cover' }
        : { t: 'show', ...area, storey, on: work === 'show' }
  void session.do(action)
}

function between(a: Tile, b: Tile): string[] {
  return tilesBetween(a, b).filter((tile) => scene.isKnown(tile)).map(key)
}

/** Convert tiles to the fewest spans: along the columns of a row on squares, along q on hexes. */
export function spansOf(keys: Iterable<string>): WireSpan[] {
  const line = scene.plane.grid === 'square' ? 0 : 1
  const tiles = [...keys].map(tileOf).filter((tile) => scene.isKnown(tile))
  tiles.sort((a, b) => a[line] - b[line] || a[1 - line as 0 | 1] - b[1 - line as 0 | 1])
  const spans: WireSpan[] = []
  for (const [a, b] of tiles) {
    const last = spans.at(-1)
    const goesOn = last && (line === 0 ? last[0] === a && last[1] + last[2] === b : last[1] === b && last[0] + last[2] === a)
    if (goesOn) last[2]++
    else spans.push([a, b, 1])
  }
  return spans
}
