import type { GameStep, OneCardDungeonView } from '../../protocol/messages.gen'
import type { Blow } from '../common/art/blow'
import { Playback } from '../common/playback.svelte'
import { t } from '../../words/words.svelte'
import { capital } from '../common/words'

/** How long each kind of step is shown, in milliseconds. */
const PACE: Record<string, number> = { walk: 170, attack: 800, monster: 900, blows: 1300 }

export function dungeonPlayback(): Playback<OneCardDungeonView, GameStep> {
  return new Playback({
    view: (screen) => (screen.t === 'one-card-dungeon' ? screen : null),
    steps: (view) => view.steps,
    pace: (step) => PACE[step.kind] ?? 0,
    withStep,
    spokenOf,
    isRoll: (step) => step.kind === 'roll' || step.kind === 'reroll',
  })
}

/** The game after one more step, as far as the card shows it, without offers. */
export function withStep(view: OneCardDungeonView, step: GameStep): OneCardDungeonView {
  const end = step.path?.at(-1)
  const idle = { ...view, ways: [], moves: [], forecast: undefined }
  switch (step.kind) {
    case 'walk':
      return { ...idle, at: end ?? view.at }
    case 'monster':
      return { ...idle, foes: view.foes.map((foe) => (foe.name === step.who && end ? { ...foe, at: end } : foe)) }
    case 'attack':
      return {
        ...idle,
        foes: view.foes
          .map((foe) => (foe.name === step.who ? { ...foe, health: step.health ?? 0 } : foe))
          .filter((foe) => foe.health > 0),
      }
    case 'blows':
      return { ...idle, health: step.health ?? view.health }
  }
  return idle
}

/** The visible effects of a step: where, by whom, and how much damage. `before`: the game before it. */
export function blowsOf(before: OneCardDungeonView, step: GameStep): Blow[] {
  if (step.kind === 'attack') {
    const foe = before.foes.find((each) => each.name === step.who)
    if (!foe) return []
    return [{ kind: step.health ? 'hit' : 'fell', at: middle(foe.at), from: [middle(before.at)], text: '−1', name: foe.kind, side: 'enemy' }]
  }
  const from = before.foes.filter((foe) => step.attackers?.includes(foe.name)).map((foe) => middle(foe.at))
  if (step.kind !== 'blows' || !from.length) return []
  const lost = before.health - (step.health ?? before.health)
  const at = middle(before.at)
  if (!lost) return [{ kind: 'miss', at, from, text: t('games.blocked') }]
  return [{ kind: step.health ? 'hit' : 'fell', at, from, text: `−${lost}`, name: before.hero, side: 'hero' }]
}

/** The middle of a tile on the card, whose tiles are 100 wide. */
function middle([row, col]: readonly [number, number]): [number, number] {
  return [col * 100 + 50, row * 100 + 50]
}

/** The reason of a monster's move contains the move itself. */
export function spokenOf(step: GameStep): string {
  return step.kind === 'monster' && step.why ? `${capital(step.why)}.` : `${step.words}${step.why ? ` ${capital(step.why)}.` : ''}`
}
