/**
 * Stairs between storeys. A click connects a tile to the same tile of the next storey, a drag to
 * another tile of it. Shift-click chooses one end; then click the other on any storey. A click on
 * stairs removes them.
 */
import type { StairsEnd } from '../../../protocol/messages.gen'
import type { Tile } from '../../../protocol/types'
import { notices } from '../../../state/page/notices.svelte'
import { session } from '../../../state/session.svelte'
import { GROUND, storeys } from '../../../state/storeys.svelte'
import { key, sameTile } from '../../../state/tiles'
import { scene } from '../../scene.svelte'
import { draft } from '../draft.svelte'
import type { MapTool, PointerPlace } from '../map-tool'
import { openMenu } from '../menus'
import { t } from '../../../words/words.svelte'

export class StairsTool implements MapTool {
  #pressed: Tile | null = null
  /** The end chosen with Shift. */
  #start: StairsEnd | null = null

  press(at: PointerPlace): boolean {
    const tile = scene.plane.tileAt(at.paper)
    this.hover(at)
    this.#pressed = scene.isKnown(tile) ? tile : null
    return this.#pressed !== null
  }

  drag(at: PointerPlace): void {
    this.hover(at)
  }

  release(at: PointerPlace, dragged: boolean): void {
    const pressed = this.#pressed
    const tile = scene.plane.tileAt(at.paper)
    this.#pressed = null
    if (!pressed || !scene.isKnown(tile)) return
    const here = { storey: storeys.current, at: tile }
    const start = this.#start
    if (dragged && !sameTile(pressed, tile)) this.#join({ storey: storeys.current, at: pressed }, next(tile))
    else if (start && start.storey !== here.storey) this.#join(start, here)
    else if (at.shift) {
      this.#start = here
      notices.show('news', t('map.stairsBegun'))
    } else if (start) this.cancel()
    else {
      const [there] = storeys.stairsOn(here)
      if (there) void session.do({ t: 'remove_stairs', stairs: there.id })
      else this.#join(here, next(tile))
    }
    this.hover(at)
  }

  cancel(): void {
    this.#pressed = null
    this.#start = null
    draft.tile = null
    draft.link = null
  }

  hover(at: PointerPlace | null): void {
    const tile = at && scene.plane.tileAt(at.paper)
    draft.tile = tile && scene.isKnown(tile) ? tile : null
    const from = this.#pressed ?? this.#start?.at
    draft.link = from && draft.tile && !sameTile(from, draft.tile) ? [scene.plane.center(from), scene.plane.center(draft.tile)] : null
  }

  menu(at: PointerPlace): void {
    openMenu(at, scene.figureAt(at.paper, false), null)
  }

  #join(one: StairsEnd, other: StairsEnd): void {
    const isUp = storeys.height(one.storey) < storeys.height(other.storey)
    this.cancel()
    void session.do({ t: 'put_stairs', low: isUp ? one : other, high: isUp ? other : one })
  }
}

/** The same tile on the next storey below that has it or, from the ground, above. */
function next(tile: Tile): StairsEnd {
  const having = storeys.floors.filter((floor) => floor.tiles.has(key(tile)))
  const { floor } = storeys
  if (!floor) return { storey: having[0]?.id ?? '-', at: tile }
  const below = having.filter((each) => each.height < floor.height)
  return { storey: below[below.length - 1]?.id ?? GROUND, at: tile }
}
