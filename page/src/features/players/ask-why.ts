import { layout } from '../../state/page/layout.svelte'
import { session } from '../../state/session.svelte'
import { table } from '../../state/table.svelte'
import { reveal } from '../../ui/reveal'

/** Explain why that player sees nothing. The list is for the game master, and not part of what players see. */
export function askWhy(player: string): void {
  if (table.info?.watching) session.watch(null)
  layout.asksWhy = player
  void reveal('players')
}
