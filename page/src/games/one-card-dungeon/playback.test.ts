import { expect, test } from 'vitest'
import type { OneCardDungeonView } from '../../protocol/messages.gen'
import { blowsOf, spokenOf, withStep } from './playback.svelte'

const RAT = { name: 'rat', at: [0, 3], health: 2 }
const VIEW = { at: [0, 0], health: 5, foes: [RAT], ways: [{}], moves: [{}] } as unknown as OneCardDungeonView

test('steps are played one by one, and nothing is offered meanwhile', () => {
  const moved = withStep(VIEW, { number: 1, kind: 'monster', words: '', who: 'rat', path: [[0, 3], [0, 2]] })
  expect(moved.foes[0]?.at).toEqual([0, 2])
  expect(moved.moves).toEqual([])
  const hurt = withStep(moved, { number: 2, kind: 'blows', words: '', health: 3 })
  expect([hurt.health, hurt.foes[0]?.at]).toEqual([3, [0, 2]])
  const hit = withStep(hurt, { number: 3, kind: 'attack', words: '', who: 'rat', health: 1 })
  expect(hit.foes[0]?.health).toBe(1)
  expect(withStep(hit, { number: 4, kind: 'attack', words: '', who: 'rat', health: 0 }).foes).toEqual([])
  expect(withStep(hit, { number: 5, kind: 'walk', words: '', path: [[0, 0], [1, 1]] }).at).toEqual([1, 1])
})

test('a step is spoken with its reason', () => {
  expect(spokenOf({ number: 1, kind: 'monster', words: 'The rat goes.', why: 'the rat moves to B2: it sees you' })).toBe(
    'The rat moves to B2: it sees you.',
  )
  expect(spokenOf({ number: 1, kind: 'walk', words: 'You walk to B2.' })).toBe('You walk to B2.')
})

test('a hit, a defeat and a block are felt where they happen', () => {
  const hit = { number: 1, kind: 'attack', words: '', who: 'rat', health: 1 }
  expect(blowsOf(VIEW, hit)).toMatchObject([{ kind: 'hit', at: [350, 50], from: [[50, 50]], text: '−1' }])
  expect(blowsOf(VIEW, { ...hit, health: 0 })).toMatchObject([{ kind: 'fell' }])
  const blows = { number: 2, kind: 'blows', words: '', health: 3, attackers: ['rat'] }
  expect(blowsOf(VIEW, blows)).toMatchObject([{ kind: 'hit', at: [50, 50], from: [[350, 50]], text: '−2' }])
  expect(blowsOf(VIEW, { ...blows, health: 5 })).toMatchObject([{ kind: 'miss' }])
  expect(blowsOf(VIEW, { ...blows, attackers: [] })).toEqual([])
})
