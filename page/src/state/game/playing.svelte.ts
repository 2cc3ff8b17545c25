import type { GameAnswer } from '../../protocol/messages.gen'
import type { Tile } from '../../protocol/types'
import { game } from './game.svelte'
import { notices } from '../page/notices.svelte'
import { session } from '../session.svelte'

/** The requests of this page to the game on the table. */
class Playing {
  /** The last action; the next one waits for its result. */
  #last: Promise<unknown> = Promise.resolve()
  #waiting = $state(0)

  /** Whether an action is not answered yet. */
  get busy(): boolean {
    return this.#waiting > 0
  }

  async play(move: string): Promise<void> {
    const number = game.number
    await this.#do(() => game.mine && game.number === number && session.do({ t: 'play', move, number }))
  }

  async takeBack(): Promise<void> {
    const number = game.number
    await this.#do(() => game.now.may_undo && game.number === number && session.do({ t: 'take_back_move', number }))
  }

  /** Ask the game a question; null without an answer. If that matters, a notice gives the reason. */
  async ask(what: string, at?: Tile): Promise<GameAnswer | null> {
    try {
      return await session.ask(at ? { t: 'game', what, at } : { t: 'game', what })
    } catch (error) {
      if (what === 'hint' || what === 'save') notices.show('refused', (error as Error).message)
      return null
    }
  }

  /**
   * A second click at the same state of the game has no effect. One at the next state, which may
   * arrive before the last move is acknowledged, waits its turn.
   */
  async #do(doing: () => unknown): Promise<void> {
    // A refusal is shown as a notice.
    this.#waiting += 1
    this.#last = this.#last.then(doing).catch(() => undefined)
    await this.#last
    this.#waiting -= 1
  }
}

export const playing = new Playing()
