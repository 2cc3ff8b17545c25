import type { AskKnown, KnownAnswer } from '../../protocol/messages.gen'
import { Latest } from '../page/latest'
import { rights } from '../rights.svelte'
import { session } from '../session.svelte'
import { storeys } from '../storeys.svelte'
import { table } from '../table.svelte'
import { spanKeys } from '../tiles'

export type FogWork = 'reveal' | 'forget' | 'cover' | 'uncover' | 'show' | 'unshow'
export type FogShape = 'brush' | 'rectangle' | 'room'

/** The settings of the tool "fog", and what a selected player knows of the game master's map. */
class Fog {
  work = $state<FogWork>('reveal')
  shape = $state<FogShape>('brush')
  /** "all", "here" (those with a figure on this map), or a player's id. */
  who = $state('all')
  /** The player whose knowledge is shown on the map; "" for none. */
  player = $state('')
  known = $state.raw<{ lit: ReadonlySet<string>; known: ReadonlySet<string> } | null>(null)

  /** Only players who are still at the table. */
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
    // Players' knowledge may change without any change on the game master's page, so this follows
    // the log.
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
