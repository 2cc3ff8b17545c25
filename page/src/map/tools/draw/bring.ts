/** Places a figure from another map with one click, or with the arrows and Enter. */
import { session } from '../../../state/session.svelte'
import { samePlace } from '../../../state/tiles'
import { toolbox } from '../../../state/page/toolbox.svelte'
import { scene } from '../../scene.svelte'
import { draft } from '../draft.svelte'
import type { MapTool, PointerPlace } from '../map-tool'

export class BringTool implements MapTool {
  press(at: PointerPlace): boolean {
    this.hover(at)
    return false
  }

  drag(): void {}

  release(at: PointerPlace, dragged: boolean): void {
    const tile = scene.plane.tileAt(at.paper)
    const figure = toolbox.bringing
    if (dragged || !figure || !scene.isKnown(tile)) return
    session.do({ t: 'bring', figure: figure.id, at: tile }).then(
      () => toolbox.bring(null),
      () => undefined, // The notice gives the reason, and another tile may work.
    )
  }

  cancel(): void {
    draft.footprint = null
  }

  hover(at: PointerPlace | null): void {
    const tile = at && scene.plane.tileAt(at.paper)
    draft.tile = null
    if (!tile || !scene.isKnown(tile)) draft.footprint = null
    else if (!samePlace(tile, draft.footprint?.at ?? null)) {
      draft.footprint = { at: tile, size: toolbox.bringing?.size ?? [1, 1] }
    }
  }

  menu(): void {}
}
