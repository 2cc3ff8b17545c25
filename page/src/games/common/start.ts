import type { GameSetup } from '../../protocol/messages.gen'
import { session } from '../../state/session.svelte'

/** How this page last started each game, to play it again. */
const started = new Map<string, GameSetup>()

export function startGame(setup: GameSetup): void {
  if (!('save' in setup) || !setup.save) started.set(setup.t, setup)
  session.do({ t: 'start_game', setup }).catch(() => {
    // The refusal is a notice.
  })
}

/** The options of the last game of that name that this page started; a lesson is not played again. */
export function startedWith(name: string | undefined): GameSetup | undefined {
  const setup = started.get(name ?? '')
  return setup && 'tutorial' in setup && setup.tutorial ? undefined : setup
}
