import { table } from '../state/table.svelte'

/** What waits for the master: close calls, and players who knock. */
class Waiting {
  readonly calls: number = $derived(table.calls.length)
  readonly knocks: number = $derived((table.info?.players ?? []).filter((player) => player.waiting).length)
  readonly all: number = $derived(this.calls + this.knocks)

  readonly callWords: string = $derived(this.calls === 1 ? 'A close call waits' : `${this.calls} close calls wait`)
  readonly knockWords: string = $derived(this.knocks === 1 ? 'A player knocks' : `${this.knocks} players knock`)
}

export const waiting = new Waiting()
