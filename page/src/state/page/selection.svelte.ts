import { untrack } from 'svelte'
import type { FigureOrTile } from '../../protocol/messages.gen'
import type { Tile } from '../../protocol/types'
import { rights } from '../rights.svelte'
import type { Figure } from '../stage.svelte'
import { GROUND, storeys } from '../storeys.svelte'
import { table } from '../table.svelte'

/** The selected figure, and both ends of the current line of sight. */
class Selection {
  /** The selected figure's id. */
  selected = $state<string | null>(null)
  /** The pinned question: does `from` see `to`? */
  from = $state.raw<FigureOrTile | null>(null)
  to = $state.raw<FigureOrTile | null>(null)
  /** The place under the pointer or the keyboard focus, while no target is pinned. */
  hover = $state.raw<FigureOrTile | null>(null)
  /** The storeys of the ends that are tiles. */
  fromOn = $state<string>(GROUND)
  toOn = $state<string>(GROUND)
  hoverOn = $state<string>(GROUND)
  /** During a drag: the figure, its current tile, and the tile's storey if it is another one. */
  drag = $state.raw<{ figure: string; at: Tile; on?: string | undefined } | null>(null)
  /** The token whose panels are shown, which does not change during a drag. */
  opened = $state<string | null>(null)
  /** Whether the selected token is being rotated. */
  turning = $state(false)
  /** Whose view the map shows: 'all', 'party', or a figure's id. */
  view = $state<string>('all')

  readonly figure: Figure | null = $derived(
    this.selected ? (table.stage?.figures.get(this.selected) ?? null) : null,
  )
  /** The current target: pinned, or under the pointer. */
  readonly target: FigureOrTile | null = $derived(this.to ?? this.hover)
  readonly targetOn: string = $derived(this.to ? this.toOn : this.hoverOn)
  #map = ''

  constructor() {
    $effect.root(() => {
      $effect(() => this.#forgetTheGone())
      $effect.pre(() => {
        if (!this.drag) this.opened = this.selected
      })
    })
  }

  /** Pin the question; null unpins an end. A tile that was not pinned before is on the storey shown. */
  pin(from: FigureOrTile | null, to: FigureOrTile | null): void {
    const pinned = [[this.from, this.fromOn], [this.to, this.toOn]] as const
    const on = (place: FigureOrTile | null) =>
      Array.isArray(place) ? (pinned.find(([each]) => each === place)?.[1] ?? storeys.at(place)) : GROUND
    ;[this.fromOn, this.toOn] = [on(from), on(to)]
    this.from = from
    this.to = to
    this.hover = null
  }

  select(id: string | null): void {
    this.turning = false
    this.selected = id
    if (id && rights.mayLookFrom(id)) this.pin(id, null)
    else if (!id) this.pin(null, null)
  }

  /** Clear references to figures that have left the stage. */
  #forgetTheGone(): void {
    const figures = table.stage?.figures
    // A tile belongs to its map, and would be another place on the next.
    const map = table.stage?.map ?? ''
    if (map !== this.#map) untrack(() => this.#forgetTiles())
    this.#map = map
    const gone = (place: FigureOrTile | null) => typeof place === 'string' && !figures?.has(place)
    if (gone(this.selected)) this.selected = null
    if (gone(this.from)) this.from = null
    if (gone(this.to)) this.to = null
    if (gone(this.hover)) this.hover = null
    if (this.view !== 'all' && this.view !== 'party' && gone(this.view)) this.view = 'all'
  }

  #forgetTiles(): void {
    const kept = (place: FigureOrTile | null) => (typeof place === 'string' ? place : null)
    this.pin(kept(this.from), kept(this.to))
  }
}

export const selection = new Selection()
