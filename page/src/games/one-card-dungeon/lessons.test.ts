import { expect, test } from 'vitest'
import type { OneCardDungeonView } from '../../protocol/messages.gen'
import { lessonFor, STEPS } from './lessons'
import { words } from '../../words/words.svelte'

await words.need('dungeon')

const VIEW = { phase: 'roll', turn: 1, foes: [{ defence: 2 }], ways: [] } as unknown as OneCardDungeonView
const TURN = [
  { phase: 'roll' },
  { phase: 'energy' },
  { phase: 'adventurer', ways: [{}] },
  { phase: 'adventurer', foes: [{ move: 'attack dummy', defence: 2 }] },
  { phase: 'adventurer' },
  { phase: 'monster movement' },
]

test('the steps are numbered in the order in which a game meets them', () => {
  const game = [1, 2, 3, 4].flatMap((turn) => TURN.map((each) => ({ ...each, turn })))
  const met = [...game, { phase: 'won', turn: 4, foes: [] }].map((each) => lessonFor({ ...VIEW, ...each } as unknown as OneCardDungeonView).number)
  expect(met).toEqual([...met].sort((a, b) => a - b))
  expect([...new Set(met)]).toEqual(Array.from({ length: STEPS }, (_, i) => i + 1))
})

test('it says to attack only what can be attacked', () => {
  const can = lessonFor({ ...VIEW, phase: 'adventurer', turn: 2, foes: [{ move: 'attack dummy', defence: 2 }] } as unknown as OneCardDungeonView)
  const cannot = lessonFor({ ...VIEW, phase: 'adventurer', turn: 2 } as unknown as OneCardDungeonView)
  expect(can.text.join(' ')).toContain('click it')
  expect(cannot.text.join(' ')).not.toContain('click it')
})
