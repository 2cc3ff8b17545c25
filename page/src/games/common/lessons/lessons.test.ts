import { expect, test } from 'vitest'
import type { QuestScreen, SkirmishView } from '../../../protocol/messages.gen'
import { words } from '../../../words/words.svelte'
import { lessonFor as questLesson, STEPS as QUEST_STEPS } from './quest'
import { lessonFor as battleLesson, STEPS as BATTLE_STEPS } from './skirmish'

await words.need('quest')
await words.need('skirmish')

const all = (steps: number) => Array.from({ length: steps }, (_, i) => i + 1)

test('the steps of the first quest come in order', () => {
  const roll = [{ kind: 'roll', move: 'roll', words: '' }]
  const closed = [{ state: 'closed', carries: 'door' }]
  const open = [{ state: 'open', carries: 'door' }]
  const rat = [{ side: 'enemy', name: 'rat' }]
  const game = [
    { round: 1, edges: closed, moves: roll },
    { round: 1, edges: closed, moves: [] },
    { round: 2, edges: closed, moves: roll },
    { round: 2, edges: open, pieces: rat },
    { round: 3, edges: open, pieces: rat, moves: roll },
    { round: 3, edges: open },
    { round: 4, edges: open, moves: [{ kind: 'search', move: 'search treasure', words: '' }] },
    { round: 4, edges: open, goals: [['', true]] },
    { phase: 'over', goals: [['', true]] },
  ] as unknown as QuestScreen[]
  const numbers = game.map((view) => questLesson(view).number)
  expect(numbers).toEqual([...numbers].sort())
  expect([...new Set(numbers)]).toEqual(all(QUEST_STEPS))
})

test('it says to attack only who can be attacked', () => {
  const view = { round: 2, edges: [{ state: 'open' }], pieces: [{ side: 'enemy' }], walkers: [{ targets: [{}] }] } as unknown as QuestScreen
  expect(questLesson(view).text.join(' ')).not.toContain('Click it')
  const can = { ...view, walkers: [{ targets: [{ move: 'strike' }] }] } as unknown as QuestScreen
  expect(questLesson(can).text.join(' ')).toContain('Click it')
})

test('the steps of the first battle come in order', () => {
  const base = { side: 'red', round: 1, phase: 'fighting', units: [{ unit: 0, side: 'red' }, { unit: 5, side: 'blue' }], steps: [] }
  const march = { kind: 'march', unit: 0 }
  const game = [
    { ...base, phase: 'deploying' },
    base,
    { ...base, steps: [march] },
    { ...base, round: 2, steps: [march, { kind: 'shot', unit: 5 }] },
    { ...base, round: 2, steps: [march, { kind: 'shot', unit: 0 }] },
    { ...base, phase: 'over' },
  ] as unknown as SkirmishView[]
  expect(game.map((view) => battleLesson(view, false).number)).toEqual(all(BATTLE_STEPS))
})
