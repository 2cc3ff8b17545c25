import type { GameSetup } from '../../protocol/messages.gen'
import { session } from '../../state/session.svelte'

/** The options with which this page last started each game, to play it again. */
const started = new Map<string, GameSetup>()

export function startGame(setup: GameSetup): void {
  if (!('save' in setup) || !setup.save) started.set(setup.t, setup)
  session.do({ t: 'start_game', setup }).catch(() => {
    // A refusal is shown as a notice.
  })
}

/** The options of the last game with that name that this page started. Tutorials are not repeated. */
export function startedWith(name: string | undefined): GameSetup | undefined {
  const setup = started.get(name ?? '')
  return setup && 'tutorial' in setup && setup.tutorial ? undefined : setup
}
