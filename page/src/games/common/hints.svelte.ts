import type { GameAnswer } from '../../protocol/messages.gen'
import { playing } from '../../state/game/playing.svelte'

/** The program's advice, after it was requested. */
export class Hints {
  advice = $state.raw<GameAnswer | null>(null)
  thinking = $state(false)

  async ask(): Promise<void> {
    if (this.thinking) return
    this.thinking = true
    this.advice = await playing.ask('hint')
    this.thinking = false
  }
}
