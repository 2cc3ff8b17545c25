import type { Component } from 'svelte'
import type { EndingInfo, GameScreen, GameSetup, OneCardDungeonView } from '../protocol/messages.gen'
import { t, term } from '../words/words.svelte'
import type { PlainKey } from '../words/catalog'

/** A game's pages. They are fetched when the game is on the table, and not before. */
export interface GamePages {
  /** Each form takes the choices of its own game. */
  Start: Component<{ choices: any }>
  Play: Component
  Replay: Component<{ replay: string }>
}

export interface PlayableGame {
  /** As in `games.GAMES` on the server. */
  name: GameSetup['t']
  title: PlainKey
  pages(): Promise<GamePages>
  /** The title of this very game, where each has its own. */
  titleOf?(view: GameScreen): string
  /** How it ended, where "You won" does not say it. */
  resultOf?(view: GameScreen): string | undefined
  seatName?(seat: string): string
}

/** The games that the page can play. A test holds the list against the server's. */
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

/** What decided a game that is over, if its view says it. */
export function endingOf(view: GameScreen | undefined): EndingInfo | undefined {
  return view && 'ending' in view ? view.ending : undefined
}

export function gameCalled(name: string | undefined): PlayableGame | undefined {
  return GAMES.find((each) => each.name === name)
}
