import type { AskKnown, KnownAnswer } from '../../protocol/messages.gen'
import { Latest } from '../page/latest'
import { rights } from '../rights.svelte'
import { session } from '../session.svelte'
import { storeys } from '../storeys.svelte'
import { table } from '../table.svelte'
import { spanKeys } from '../tiles'

export type FogWork = 'reveal' | 'forget' | 'cover' | 'uncover' | 'show' | 'unshow'
export type FogShape = 'brush' | 'rectangle' | 'room'

/** What the tool "fog" is set to, and what a chosen player knows of the master's map. */
class Fog {
  work = $state<FogWork>('reveal')
  shape = $state<FogShape>('brush')
  /** "all", "here" (those with a figure on this map), or a player's id. */
  who = $state('all')
  /** Whose knowledge lies over the map; "": nobody's. */
  player = $state('')
  known = $state.raw<{ lit: ReadonlySet<string>; known: ReadonlySet<string> } | null>(null)

  /** Only of players who are still there. */
  readonly whom: string = $derived(
    this.who === 'here' || table.info?.players.some((each) => each.id === this.who && !each.waiting) ? this.who : 'all',
  )

  #known = new Latest<AskKnown, KnownAnswer>(
    (question) => session.ask(question),
    (_, answer) => {
      const grid = table.stage?.grid
      this.known = answer && grid ? { lit: new Set(spanKeys(grid, answer.lit)), known: new Set(spanKeys(grid, answer.known)) } : null
    },
  )

  constructor() {
    $effect.root(() => {
      $effect(() => this.#ask())
    })
  }

  #ask(): void {
    // What players know may change while nothing does that the master's page shows: the log says so.
    void table.revision
    void table.log
    const isThere = table.info?.players.some((each) => each.id === this.player && !each.waiting)
    if (!isThere || !rights.mayEdit || session.phase !== 'live') {
      this.#known.clear()
      this.known = null
      return
    }
    this.#known.put({ t: 'known', player: this.player, storey: storeys.current })
  }
}

export const fog = new Fog()
