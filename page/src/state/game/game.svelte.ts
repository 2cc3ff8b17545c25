import type { GameView } from '../../protocol/messages.gen'

const NONE: GameView = { t: 'game' }

/** The game on the table, as the server last described it. */
class GameOnTable {
  now = $state.raw<GameView>(NONE)

  readonly isOn: boolean = $derived(!!this.now.name)
  readonly number: number = $derived(this.now.number ?? 0)
  readonly mine: boolean = $derived(!!this.now.mine)
  readonly over: string = $derived(this.now.over ?? '')

  update(message: GameView): void {
    this.now = message
  }

  /** The page reconnected: the server says whether there is a game. */
  reset(): void {
    this.now = NONE
  }
}

export const game = new GameOnTable()
