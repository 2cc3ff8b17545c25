import type { GameAnswer } from '../protocol/messages.gen'
import type { Tile } from '../protocol/types'
import { game } from './game.svelte'
import { notices } from './notices.svelte'
import { session } from './session.svelte'

/** What this page says to the game on the table. */
class Playing {
  /** A move is on its way: the next one waits for what comes of it. */
  busy = $state(false)

  async play(move: string): Promise<void> {
    if (!this.busy && game.mine) await this.#do(() => session.do({ t: 'play', move, number: game.number }))
  }

  async takeBack(): Promise<void> {
    if (!this.busy && game.now.may_undo) {
      await this.#do(() => session.do({ t: 'take_back_move', number: game.number }))
    }
  }

  /** What the game says to a question; null: it has no answer. Where that matters, a notice says why. */
  async ask(what: string, at?: Tile): Promise<GameAnswer | null> {
    try {
      return await session.ask(at ? { t: 'game', what, at } : { t: 'game', what })
    } catch (error) {
      if (what === 'hint' || what === 'save') notices.show('refused', (error as Error).message)
      return null
    }
  }

  async #do(doing: () => Promise<unknown>): Promise<void> {
    this.busy = true
    try {
      await doing()
    } catch {
      // The refusal is a notice.
    } finally {
      this.busy = false
    }
  }
}

export const playing = new Playing()
