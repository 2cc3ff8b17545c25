import { expect, test } from 'vitest'
import type { SkirmishView } from '../../protocol/messages.gen'
import { blowsOf, spokenOf, withoutRepeats, withStep } from './playback.svelte'

const VIEW = {
  points: [1, 2],
  units: [
    { unit: 0, status: 'own', at: [0, 0], health: 2, ways: [{}], attacks: [] },
    { unit: 5, status: 'unknown', health: null },
  ],
} as unknown as SkirmishView

test('steps are played one by one, and nothing is offered meanwhile', () => {
  const walked = withStep(VIEW, { number: 1, kind: 'march', words: '', unit: 0, at: [0, 0], to: [1, 0] })
  expect(walked.units[0]).toMatchObject({ at: [1, 0], ways: [] })
  const seen = withStep(walked, { number: 2, kind: 'spotted', words: '', unit: 5, at: [3, 0] })
  expect(seen.units[1]).toMatchObject({ status: 'seen', at: [3, 0] })
  const gone = withStep(seen, { number: 3, kind: 'vanished', words: '', unit: 5, at: [3, 0] })
  expect(gone.units[1]).toMatchObject({ status: 'remembered', at: [3, 0] })
  const hurt = withStep(gone, { number: 4, kind: 'hurt', words: '', unit: 0, health: 1 })
  expect(hurt.units[0]?.health).toBe(1)
  const fell = withStep(hurt, { number: 4, kind: 'fell', words: '', side: 'blue', unit: 0, points: 2 })
  expect(fell.units[0]).toMatchObject({ status: 'fallen', at: undefined })
  expect(fell.points).toEqual([1, 4])
  expect(VIEW.points).toEqual([1, 2])
})

test('a step is spoken with its reason', () => {
  expect(spokenOf({ number: 1, kind: 'march', words: 'It steps.', why: 'it is near' })).toBe('It steps. It is near.')
  expect(spokenOf({ number: 1, kind: 'pass', words: 'Red ends its turn.' })).toBe('Red ends its turn.')
})

test('a reason is said once for all the steps that it is for', () => {
  const steps = ['near', 'near', '', 'near', 'far', 'near'].map((why, i) => ({ number: i, kind: 'march', words: '', ...(why ? { why } : {}) }))
  expect(withoutRepeats(steps).map((step) => step.why ?? '-')).toEqual(['near', '', '-', '', 'far', 'near'])
})

test('shots that miss, damage and defeats are felt', () => {
  const center = ([q, r]: readonly [number, number]): [number, number] => [q, r]
  expect(blowsOf(VIEW, { number: 1, kind: 'shot', words: '', unit: 5, to: [0, 0], hit: false }, center)).toMatchObject([{ kind: 'miss', at: [0, 0] }])
  expect(blowsOf(VIEW, { number: 1, kind: 'hurt', words: '', unit: 0, health: 1 }, center)).toMatchObject([{ kind: 'hit', text: '−1' }])
  expect(blowsOf(VIEW, { number: 1, kind: 'fell', words: '', unit: 0 }, center)).toMatchObject([{ kind: 'fell', at: [0, 0] }])
  expect(blowsOf(VIEW, { number: 1, kind: 'hurt', words: '', unit: 5, health: 1 }, center)).toEqual([])
})
