import type { GameAnswer } from '../../protocol/messages.gen'
import type { Tile } from '../../protocol/types'
import { game } from './game.svelte'
import { notices } from '../page/notices.svelte'
import { session } from '../session.svelte'

/** What this page says to the game on the table. */
class Playing {
  /** What was done last: the next thing waits for what comes of it. */
  #last: Promise<unknown> = Promise.resolve()
  #waiting = $state(0)

  /** Something that was done is not answered yet. */
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

  /** What the game says to a question; null: it has no answer. Where that matters, a notice says why. */
  async ask(what: string, at?: Tile): Promise<GameAnswer | null> {
    try {
      return await session.ask(at ? { t: 'game', what, at } : { t: 'game', what })
    } catch (error) {
      if (what === 'hint' || what === 'save') notices.show('refused', (error as Error).message)
      return null
    }
  }

  /** A second click at the same moment of the game comes to nothing; one at the next moment, which may be seen before
   * the last move is acknowledged, waits its turn. */
  async #do(doing: () => unknown): Promise<void> {
    // A refusal is a notice.
    this.#waiting += 1
    this.#last = this.#last.then(doing).catch(() => undefined)
    await this.#last
    this.#waiting -= 1
  }
}

export const playing = new Playing()
