import type { FigureOrTile } from '../protocol/messages.gen'
import { table } from './table.svelte'
import { tileName } from './tiles'
import { t } from '../words/words.svelte'

/**
 * Distinguishable names of figures: those that share a name get their tile, as in "Goblin (E2)".
 * Computed on the page from what it knows, and never sent.
 */
class Names {
  readonly all: ReadonlyMap<string, string> = $derived.by(() => {
    const figures = [...(table.stage?.figures.values() ?? [])]
    const taken = new Map<string, number>()
    for (const { name } of figures) taken.set(name, (taken.get(name) ?? 0) + 1)
    return new Map(
      figures.map(({ id, name, at }) => [id, (taken.get(name) ?? 0) > 1 ? `${name} (${this.#tile(at)})` : name]),
    )
  })

  of(place: FigureOrTile, unknown = t('common.someone')): string {
    return typeof place === 'string' ? (this.all.get(place) ?? unknown) : this.#tile(place)
  }

  /** With the floor of a tile: "C4, Gallery". */
  on(place: FigureOrTile, storey = ''): string {
    const floor = table.stage?.floors.find((each) => each.id === storey)
    return floor && typeof place !== 'string' ? `${this.of(place)}, ${floor.name}` : this.of(place)
  }

  #tile(tile: readonly [number, number]): string {
    return tileName(table.stage?.grid ?? 'square', tile)
  }
}

export const names = new Names()
