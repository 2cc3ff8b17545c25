/** The light on the map: a player's part comes with the stage, the game master gets all of it. */
import type { DarknessWord, LampView } from '../../protocol/messages.gen'
import { levelsOf } from '../stage.svelte'
import { GROUND, storeys } from '../storeys.svelte'
import { table } from '../table.svelte'
import { key, sameTile } from '../tiles'

const NO_LEVELS: ReadonlyMap<string, number> = new Map()

class MapLight {
  readonly #whole = $derived(
    table.stage && !table.stage.lit && table.lighting?.map === table.stage.map ? table.lighting : null,
  )

  /** Game master: how dark it is where no lamp shines. */
  readonly darkness: DarknessWord = $derived(this.#whole?.darkness ?? 'daylight')

  /** Game master: by storey. */
  readonly #wholeLevels: ReadonlyMap<string, ReadonlyMap<string, number>> = $derived.by(() => {
    const { stage } = table
    if (!stage || !this.#whole) return new Map()
    const spans = Object.entries({ ...this.#whole.floors, [GROUND]: this.#whole.light ?? [] })
    return new Map(spans.map(([storey, each]) => [storey, levelsOf(stage.grid, each)]))
  })

  /**
   * The levels of tiles that are not bright on a storey, 'a,b' → 0 dark, 1 dim. (Not derived: a
   * stage changes one map in place and notifies its readers.)
   */
  levels(storey: string): ReadonlyMap<string, number> {
    if (!table.stage?.lit) return this.#wholeLevels.get(storey) ?? NO_LEVELS
    if (storey === GROUND) return table.stage.levels
    return storeys.floors.find((each) => each.id === storey)?.levels ?? NO_LEVELS
  }

  readonly lamps: readonly LampView[] = $derived(table.stage?.lit ? table.stage.lamps : (this.#whole?.lamps ?? []))

  /** Lamps on tiles, which the lamp tool can use. */
  readonly standing: readonly LampView[] = $derived(this.lamps.filter((lamp) => !lamp.held))

  /** The lamps on a storey or above it. */
  standingOn(storey: string): readonly LampView[] {
    return this.standing.filter((lamp) => storeys.under(lamp) === storey)
  }

  /** The lamp on a tile of the storey shown. */
  lampAt(tile: readonly [number, number]): LampView | null {
    return this.standingOn(storeys.current).find((lamp) => sameTile(lamp.at, tile)) ?? null
  }

  /** For screen readers: "dark", "dim", or "" if it is bright. */
  wordAt(tile: readonly [number, number]): string {
    const level = this.levels(storeys.current).get(key(tile))
    return level === 0 ? 'dark' : level === 1 ? 'dim' : ''
  }
}

export const light = new MapLight()
