/** The module's settings: the game of the world, and display options of each player. */
import { games, USUAL } from '../shared/games'
import { strings } from './strings'

export const MODULE = 'sightline'

declare global {
  interface SettingConfig {
    'sightline.game': string
    'sightline.lines': boolean
    'sightline.reason': boolean
  }
  /** `game` is complete after the hook `init`, and only used then. */
  interface AssumeHookRan {
    ready: never
  }
}

/** The rule packs for Foundry's game systems. */
const OF_SYSTEM: Record<string, string> = {
  dnd5e: 'pack:dnd5e',
  pf2e: 'pack:pathfinder2e',
  pf1: 'pack:dnd35',
  D35E: 'pack:dnd35',
  dnd4e: 'pack:dnd4e',
}

export function registerSettings(changed: () => void): void {
  const choices = Object.fromEntries(games.map(({ kind, title }) => [kind, title]))
  game.settings.register(MODULE, 'game', {
    name: strings.game,
    hint: strings.gameHint,
    scope: 'world',
    config: true,
    type: String,
    choices,
    default: OF_SYSTEM[game.system.id] ?? USUAL,
    onChange: changed,
  })
  for (const [key, name, hint] of [
    ['lines', strings.lines, strings.linesHint],
    ['reason', strings.reason, strings.reasonHint],
  ] as const) {
    game.settings.register(MODULE, key, {
      name,
      hint,
      scope: 'client',
      config: true,
      type: Boolean,
      default: true,
      onChange: changed,
    })
  }
}
