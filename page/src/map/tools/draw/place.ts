/** Places figures and furniture with the properties in the panel. */
import { session } from '../../../state/session.svelte'
import { storeys } from '../../../state/storeys.svelte'
import { samePlace } from '../../../state/tiles'
import { toolbox } from '../../../state/page/toolbox.svelte'
import { scene } from '../../scene.svelte'
import { draft } from '../draft.svelte'
import type { MapTool, PointerPlace } from '../map-tool'
import { openMenu } from '../menus'

export class PlaceTool implements MapTool {
  press(at: PointerPlace): boolean {
    this.hover(at)
    return false
  }

  drag(): void {}

  release(at: PointerPlace, dragged: boolean): void {
    const tile = scene.plane.tileAt(at.paper)
    if (dragged || !scene.isKnown(tile)) return
    const { name, side, kind, size, blocks, sighted, hidden, owners } = toolbox.template
    const label = name.trim() || kind
    const elevation = storeys.heightAt(tile)
    void session.do({ t: 'place', elevation, at: tile, name: label, side, kind, size, blocks, sighted, hidden, owners: [...owners] })
  }

  cancel(): void {
    draft.footprint = null
  }

  hover(at: PointerPlace | null): void {
    const tile = at && scene.plane.tileAt(at.paper)
    draft.tile = null
    if (!tile || !scene.isKnown(tile)) draft.footprint = null
    else if (!samePlace(tile, draft.footprint?.at ?? null)) {
      draft.footprint = { at: tile, size: toolbox.templateSize }
    }
  }

  menu(at: PointerPlace): void {
    openMenu(at, scene.figureAt(at.paper, false), null)
  }
}
