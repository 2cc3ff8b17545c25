/** Places figures and furniture as the panel's template has them. */
import { table } from '../../state/session.svelte'
import { samePlace } from '../../state/tiles'
import { ui } from '../../state/sight.svelte'
import type { At, Hand } from '../input/gestures'
import { scene } from '../scene.svelte'
import { sketch } from './draft.svelte'
import { openMenu } from './menus'

export class PlaceHand implements Hand {
  press(at: At): boolean {
    this.hover(at)
    return false
  }

  drag(): void {}

  release(at: At, dragged: boolean): void {
    const tile = scene.plane.tileAt(at.paper)
    if (dragged || !scene.isKnown(tile)) return
    const { name, side, kind, size, blocks, sighted, hidden, owners } = ui.template
    const label = name.trim() || kind
    void table.do({ t: 'place', at: tile, name: label, side, kind, size, blocks, sighted, hidden, owners: [...owners] })
  }

  cancel(): void {
    sketch.footprint = null
  }

  hover(at: At | null): void {
    const tile = at && scene.plane.tileAt(at.paper)
    sketch.tile = null
    if (!tile || !scene.isKnown(tile)) sketch.footprint = null
    else if (!samePlace(tile, sketch.footprint?.at ?? null)) {
      sketch.footprint = { at: tile, size: ui.templateSize }
    }
  }

  menu(at: At): void {
    openMenu(at, scene.figureAt(at.paper, false), null)
  }
}
