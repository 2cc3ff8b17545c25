import { expect, test } from 'vitest'
import type { OneCardDungeonView } from '../../protocol/messages.gen'
import { LESSONS, lessonFor } from './lessons'

const VIEW = { phase: 'roll', turn: 1, foes: [], ways: [] } as unknown as OneCardDungeonView

test('every phase of a turn has its lesson, in the order in which a first game meets them', () => {
  const met = [
    { phase: 'roll', turn: 1 },
    { phase: 'energy' },
    { phase: 'adventurer', foes: [{ move: 'attack dummy' }] },
    { phase: 'adventurer', ways: [{}] },
    { phase: 'adventurer' },
    { phase: 'monster movement' },
    { phase: 'roll', turn: 2 },
    { phase: 'won' },
  ].map((each) => lessonFor({ ...VIEW, ...each } as unknown as OneCardDungeonView))
  expect(met).toEqual(LESSONS)
})
