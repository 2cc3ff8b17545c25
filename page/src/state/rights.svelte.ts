import { evening } from './evening.svelte'
import { session } from './session.svelte'
import { table } from './table.svelte'
import { toolbox, type Tool } from './page/toolbox.svelte'

/** What this page may do. The server checks the same. */
class Rights {
  readonly isMaster: boolean = $derived(session.role === 'master')
  /** Whether the game master views a player's data, when nothing can be edited. */
  readonly watching: boolean = $derived(!!table.info?.watching)
  /** Whether this is a table and not the playground's board. */
  get atTable(): boolean {
    return session.secret !== ''
  }

  readonly mayEdit: boolean = $derived(this.isMaster && !this.watching)
  /** The effective tool: players, and a game master who views a player's page, can only point and measure. */
  readonly tool: Tool = $derived(this.mayEdit || toolbox.tool === 'measure' ? toolbox.tool : 'point')
  readonly mayOpenDoors: boolean = $derived(this.isMaster ? this.mayEdit : !!table.seat?.may_open)

  /** Players ask from their own figures only. */
  mayLookFrom(id: string): boolean {
    const figure = table.stage?.figures.get(id)
    if (!figure || figure.ghost) return false
    return this.mayEdit || figure.mine
  }

  mayMove(id: string): boolean {
    const figure = table.stage?.figures.get(id)
    if (!figure) return false
    if (this.isMaster) return this.mayEdit
    return figure.mine && !!table.seat?.may_move && !figure.furniture && !evening.waits(id)
  }
}

export const rights = new Rights()
