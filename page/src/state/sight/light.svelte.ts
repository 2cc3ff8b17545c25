/** The light on the map: a player's out of what they see, the master's as the server sends it whole. */
import type { DarknessWord, LampView } from '../../protocol/messages.gen'
import { table } from '../table.svelte'
import { key, sameTile, spanKeys } from '../tiles'

const NO_LEVELS: ReadonlyMap<string, number> = new Map()

class MapLight {
  readonly #whole = $derived(
    table.stage && !table.stage.lit && table.lighting?.map === table.stage.map ? table.lighting : null,
  )

  /** Master: how dark it is where no lamp shines. */
  readonly darkness: DarknessWord = $derived(this.#whole?.darkness ?? 'daylight')

  readonly #wholeLevels: ReadonlyMap<string, number> = $derived.by(() => {
    const { stage } = table
    if (!stage || !this.#whole?.light?.length) return NO_LEVELS
    const levels = new Map<string, number>()
    for (const [a, b, count, level] of this.#whole.light) {
      for (const tile of spanKeys(stage.grid, [[a, b, count]])) levels.set(tile, level)
    }
    return levels
  })

  /** How bright tiles are that are not bright, 'a,b' → 0 dark, 1 dim. (Not derived: a stage has one
   *  map of them that it changes, and says so to whoever reads it.) */
  get levels(): ReadonlyMap<string, number> {
    return table.stage?.lit ? table.stage.levels : this.#wholeLevels
  }

  readonly lamps: readonly LampView[] = $derived(table.stage?.lit ? table.stage.lamps : (this.#whole?.lamps ?? []))

  /** Those on tiles, which the lamp tool takes hold of. */
  readonly standing: readonly LampView[] = $derived(this.lamps.filter((lamp) => !lamp.held))

  /** The lamp that stands on a tile. */
  lampAt(tile: readonly [number, number]): LampView | null {
    return this.standing.find((lamp) => sameTile(lamp.at, tile)) ?? null
  }

  /** For who cannot see it: "dark", "dim", or nothing where it is bright. */
  wordAt(tile: readonly [number, number]): string {
    const level = this.levels.get(key(tile))
    return level === 0 ? 'dark' : level === 1 ? 'dim' : ''
  }
}

export const light = new MapLight()
