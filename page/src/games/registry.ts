import type { Component } from 'svelte'
import type { EndingInfo, GameScreen, GameSetup, OneCardDungeonView } from '../protocol/messages.gen'
import { t, term } from '../words/words.svelte'
import type { PlainKey } from '../words/catalog'

/** A game's pages, loaded only when the game is on the table. */
export interface GamePages {
  /** Each form takes the choices of its own game. */
  Start: Component<{ choices: any }>
  Play: Component
  Replay: Component<{ replay: string }>
}

export interface PlayableGame {
  /** The same name as in `games.GAMES` on the server. */
  name: GameSetup['t']
  title: PlainKey
  pages(): Promise<GamePages>
  /** The title of a particular game, for kinds with several. */
  titleOf?(view: GameScreen): string
  /** The result, where "You won" does not describe it. */
  resultOf?(view: GameScreen): string | undefined
  seatName?(seat: string): string
}

/** The games that the page can play. A test compares the list with the server's. */
export const GAMES: readonly PlayableGame[] = [
  {
    name: 'one-card-dungeon',
    title: 'games.dungeon',
    pages: () => import('./one-card-dungeon/pages'),
    resultOf: (view) => (view.t === 'one-card-dungeon' ? dungeonResult(view) : ''),
  },
  {
    name: 'quest',
    title: 'games.quest',
    pages: () => import('./quest/pages'),
    titleOf: (view) => (view.t === 'quest' ? view.title : ''),
    resultOf: (view) => (view.t === 'quest' ? view.result : ''),
  },
  {
    name: 'skirmish',
    title: 'games.skirmish',
    pages: () => import('./skirmish/pages'),
    resultOf: (view) => (view.t === 'skirmish' ? view.result : ''),
    seatName: (seat) => t('games.seatSide', { side: term(seat) }),
  },
]

function dungeonResult({ phase, level, title }: OneCardDungeonView): string {
  if (phase === 'won') return t('games.dungeonWon', { title })
  return phase === 'lost' ? t('games.dungeonLost', { level, title }) : ''
}

/** What decided a finished game, if its view contains it. */
export function endingOf(view: GameScreen | undefined): EndingInfo | undefined {
  return view && 'ending' in view ? view.ending : undefined
}

export function gameCalled(name: string | undefined): PlayableGame | undefined {
  return GAMES.find((each) => each.name === name)
}
