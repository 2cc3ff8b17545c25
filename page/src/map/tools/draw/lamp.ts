/** Places lamps on tiles, removes them, and drags them to other tiles. */
import type { LampView } from '../../../protocol/messages.gen'
import { light } from '../../../state/sight/light.svelte'
import { session } from '../../../state/session.svelte'
import { storeys } from '../../../state/storeys.svelte'
import { samePlace, sameTile } from '../../../state/tiles'
import { toolbox } from '../../../state/page/toolbox.svelte'
import { scene } from '../../scene.svelte'
import { draft } from '../draft.svelte'
import type { MapTool, PointerPlace } from '../map-tool'
import { openMenu } from '../menus'

export class LampTool implements MapTool {
  #pressed: LampView | null = null

  press(at: PointerPlace): boolean {
    this.#pressed = light.lampAt(scene.plane.tileAt(at.paper))
    this.hover(at)
    return this.#pressed !== null
  }

  drag(at: PointerPlace): void {
    this.hover(at)
  }

  release(at: PointerPlace, dragged: boolean): void {
    const lamp = this.#pressed
    this.#pressed = null
    const tile = scene.plane.tileAt(at.paper)
    if (!scene.isKnown(tile)) return
    if (!lamp) {
      const { bright, dim, color } = toolbox.lamp
      if (!dragged) void session.do({ t: 'lamp', at: tile, elevation: storeys.heightAt(tile), bright, dim, color })
    } else if (!dragged) void session.do({ t: 'unlamp', lamp: lamp.id })
    else if (!sameTile(tile, lamp.at)) void session.do({ t: 'edit_lamp', lamp: lamp.id, at: tile, elevation: storeys.heightAt(tile) })
  }

  cancel(): void {
    this.#pressed = null
    draft.footprint = null
  }

  hover(at: PointerPlace | null): void {
    const tile = at && scene.plane.tileAt(at.paper)
    draft.tile = null
    if (!tile || !scene.isKnown(tile)) draft.footprint = null
    else if (!samePlace(tile, draft.footprint?.at ?? null)) draft.footprint = { at: tile, size: [1, 1] }
  }

  menu(at: PointerPlace): void {
    openMenu(at, scene.figureAt(at.paper, false), null)
  }
}
