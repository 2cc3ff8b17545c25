/** Rulers and areas, private until they are shared. */
import type { CornerWord } from '../../protocol/messages.gen'
import type { Tile } from '../../protocol/types'
import { measuring } from '../../state/measure/measuring.svelte'
import { samePlace } from '../../state/tiles'
import { scene } from '../scene.svelte'
import { draft } from './draft.svelte'
import type { MapTool, PointerPlace } from './map-tool'
import { openMenu } from './menus'

export class MeasureTool implements MapTool {
  #started = false

  press(at: PointerPlace): boolean {
    const tile = scene.plane.tileAt(at.paper)
    this.#started = measuring.kind === 'ruler' ? measuring.points.length > 0 : this.#hasOrigin()
    if (!this.#started) this.#begin(at, tile)
    return true
  }

  drag(at: PointerPlace): void {
    const tile = scene.plane.tileAt(at.paper)
    if (this.#started || measuring.kind === 'ruler') this.#follow(tile)
    else measuring.size(tile)
  }

  release(at: PointerPlace, dragged: boolean): void {
    const tile = scene.plane.tileAt(at.paper)
    if (measuring.kind === 'ruler') {
      if (scene.isDrawn(tile) && !samePlace(measuring.points.at(-1) ?? null, tile)) {
        measuring.addPoint(tile)
      }
      measuring.end = null
    } else if (dragged && !this.#started) {
      measuring.size(tile)
      measuring.fixed = true
    } else if (this.#started) {
      this.#follow(tile)
      if (measuring.toward) measuring.fixed = true
    }
  }

  cancel(): void {
    draft.tile = null
  }

  hover(at: PointerPlace | null): void {
    const tile = at && scene.plane.tileAt(at.paper)
    if (!samePlace(tile, draft.tile)) draft.tile = tile && scene.isDrawn(tile) ? tile : null
    if (tile) this.#follow(tile)
  }

  menu(at: PointerPlace): void {
    openMenu(at, scene.figureAt(at.paper, false), null)
  }

  /** A second press sets the direction; the next one starts over. */
  #hasOrigin(): boolean {
    return measuring.origin !== null && !measuring.fixed
  }

  #begin(at: PointerPlace, tile: Tile): void {
    if (!scene.isDrawn(tile)) return
    if (measuring.kind === 'ruler') {
      measuring.addPoint(tile)
      return
    }
    const corner = measuring.kind === 'circle' && measuring.fromCorner && scene.plane.grid === 'square'
    const figure = corner ? null : scene.figureAt(at.paper, false)
    measuring.begin(figure && !figure.furniture && !figure.ghost ? figure.id : tile, corner ? nearestCorner(at, tile) : '')
  }

  #follow(tile: Tile): void {
    if (measuring.kind === 'ruler') {
      if (measuring.points.length && scene.isDrawn(tile)) measuring.end = tile
    } else if (this.#hasOrigin() && !samePlace(measuring.origin?.at ?? null, tile)) measuring.point(tile)
  }
}

function nearestCorner(at: PointerPlace, [row, col]: Tile): CornerWord {
  const south = at.paper[1] >= row + 0.5
  const east = at.paper[0] >= col + 0.5
  return `${south ? 'south' : 'north'}-${east ? 'east' : 'west'}`
}
