/** Stairs between the storey that is shown and the next one: a click puts them, another takes them away. */
import type { Tile } from '../../../protocol/types'
import { session } from '../../../state/session.svelte'
import { GROUND, storeys } from '../../../state/storeys.svelte'
import { table } from '../../../state/table.svelte'
import { key, sameTile } from '../../../state/tiles'
import { scene } from '../../scene.svelte'
import { draft } from '../draft.svelte'
import type { MapTool, PointerPlace } from '../map-tool'
import { openMenu } from '../menus'

export class StairsTool implements MapTool {
  press(at: PointerPlace): boolean {
    this.hover(at)
    return false
  }

  drag(): void {}

  release(at: PointerPlace, dragged: boolean): void {
    const tile = scene.plane.tileAt(at.paper)
    if (dragged || !scene.isKnown(tile)) return
    const there = table.stage?.stairs.find(
      (each) => sameTile(each.at as Tile, tile) && (each.low === storeys.current || each.high === storeys.current),
    )
    if (there) void session.do({ t: 'remove_stairs', stairs: there.id })
    else void session.do({ t: 'put_stairs', at: tile, ...ends(tile) })
  }

  cancel(): void {
    draft.tile = null
  }

  hover(at: PointerPlace | null): void {
    const tile = at && scene.plane.tileAt(at.paper)
    draft.tile = tile && scene.isKnown(tile) ? tile : null
  }

  menu(at: PointerPlace): void {
    openMenu(at, scene.figureAt(at.paper, false), null)
  }
}

/** From a floor down to the next one that has the tile, or to the ground; from the ground up. */
function ends(tile: Tile): { low: string; high: string } {
  const having = storeys.floors.filter((floor) => floor.tiles.has(key(tile)))
  const { floor } = storeys
  if (!floor) return { low: GROUND, high: having[0]?.id ?? '-' }
  const below = having.filter((each) => each.height < floor.height)
  return { low: below[below.length - 1]?.id ?? GROUND, high: floor.id }
}
