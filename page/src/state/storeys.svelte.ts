/** The storey that the map shows: the ground (''), or a floor by its id. */
import type { Figure, FloorThing } from './stage.svelte'
import { heightOf } from './heights'
import { table } from './table.svelte'
import { key, sameTile } from './tiles'
import type { FigureView, StairsEnd } from '../protocol/messages.gen'
import type { Tile } from '../protocol/types'
import { t } from '../words/words.svelte'

export const GROUND = ''

/** Stairs, and their other end as seen from one end. */
export interface WayUpOrDown {
  id: string
  way: 'up' | 'down'
}

class Storeys {
  #chosen = $state<string>(GROUND)

  readonly floors: readonly FloorThing[] = $derived(table.stage?.floors ?? [])
  /** The floor that is shown; null for the ground. */
  readonly floor: FloorThing | null = $derived(this.floors.find((each) => each.id === this.#chosen) ?? null)
  readonly current: string = $derived(this.floor?.id ?? GROUND)

  show(storey: string): void {
    this.#chosen = storey
  }

  /** Go one storey up or down; false if there is none. */
  step(by: 1 | -1): boolean {
    const order = [GROUND, ...this.floors.map((each) => each.id)]
    const next = order[order.indexOf(this.current) + by]
    if (next === undefined) return false
    this.show(next)
    return true
  }

  /** The floor under a figure or a lamp. */
  under({ elevation, at }: Pick<FigureView, 'elevation' | 'at'>): string {
    const feet = heightOf(elevation ?? '')
    if (feet === null) return GROUND
    const below = this.floors.filter((each) => each.height <= feet && each.tiles.has(key(at)))
    return below[below.length - 1]?.id ?? GROUND
  }

  /** The stairs with an end there, and their other ends. */
  stairsOn({ storey, at }: StairsEnd): WayUpOrDown[] {
    const is = (end?: StairsEnd | null) => end?.storey === storey && sameTile(end.at, at)
    return (table.stage?.stairs ?? []).flatMap(({ id, low, high }): WayUpOrDown[] => (is(low) ? [{ id, way: 'up' }] : is(high) ? [{ id, way: 'down' }] : []))
  }

  /** The stairs that a figure may take: those at the first of its tiles that has any. */
  stairsAt(figure: Figure): WayUpOrDown[] {
    const [a, b] = figure.at
    const storey = this.under(figure)
    for (let i = 0; i < figure.size[0]; i++) {
      for (let j = 0; j < figure.size[1]; j++) {
        const found = this.stairsOn({ storey, at: [a + i, b + j] })
        if (found.length) return found
      }
    }
    return []
  }

  /** The storeys that known stairs lead to from there. */
  beyond({ storey, at }: StairsEnd): string[] {
    const is = (end?: StairsEnd | null) => end?.storey === storey && sameTile(end.at, at)
    return (table.stage?.stairs ?? []).flatMap(({ low, high }) => (low && high && (is(low) || is(high)) ? [is(low) ? high.storey : low.storey] : []))
  }

  /** Whether it is on the ground or on a floor. Flying figures cannot take stairs. */
  stands(figure: Figure): boolean {
    const feet = heightOf(figure.elevation)
    return feet === null || feet === this.feetOn(this.under(figure), figure.at)
  }

  /** The storey of a figure dropped on a tile; undefined keeps its height. */
  dropOn(figure: Figure, tile: Tile): string | undefined {
    const storey = this.at(tile)
    return this.stands(figure) && this.height(storey) !== this.height(this.under(figure)) ? storey : undefined
  }

  /** The elevation of what is put on a tile of the storey that is shown; null: on the ground. */
  heightAt(tile: Tile): number | null {
    return this.floor?.tiles.has(key(tile)) ? this.floor.height : null
  }

  /** The storey drawn at a tile: the one shown, or the next one below if it has a hole there. */
  at(tile: Tile): string {
    const shown = this.floors.slice(0, this.#level(this.current))
    return shown.filter((each) => each.tiles.has(key(tile))).at(-1)?.id ?? GROUND
  }

  /** The elevation of a figure's feet on a tile of a storey. */
  feetOn(storey: string, tile: Tile): number {
    const ground = table.stage?.heights.get(key(tile))?.height ?? 0
    return this.floors.find((each) => each.id === storey)?.height ?? ground
  }

  nameOf(storey: string): string {
    return this.floors.find((each) => each.id === storey)?.name ?? t('table.groundFloor')
  }

  /** In tiles; of the ground, below all floors. */
  height(storey: string): number {
    return this.floors.find((each) => each.id === storey)?.height ?? -Infinity
  }

  /** Whether something on storey `on` at that tile is above the storey shown, below it, or covered by a floor. */
  place(on: string, at: Tile): 'here' | 'above' | 'below' | 'covered' {
    if (on === this.current) return 'here'
    const level = this.#level(on)
    const now = this.#level(this.current)
    if (level > now) return 'above'
    return this.floors.slice(level, now).some((each) => each.tiles.has(key(at))) ? 'covered' : 'below'
  }

  /** 0 for the ground, 1 for the lowest floor. */
  #level(storey: string): number {
    return this.floors.findIndex((each) => each.id === storey) + 1
  }
}

export const storeys = new Storeys()
