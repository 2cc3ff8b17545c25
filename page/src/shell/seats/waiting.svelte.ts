import { table } from '../../state/table.svelte'
import { t } from '../../words/words.svelte'

/** Close calls and visitors that wait for the game master. */
class Waiting {
  readonly calls: number = $derived(table.calls.length)
  readonly knocks: number = $derived((table.info?.players ?? []).filter((player) => player.waiting).length)
  readonly all: number = $derived(this.calls + this.knocks)

  readonly callWords: string = $derived(t('table.callsWait', { n: this.calls }))
  readonly knockWords: string = $derived(t('table.playersWait', { n: this.knocks }))
}

export const waiting = new Waiting()
