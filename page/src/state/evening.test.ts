import { describe, expect, it } from 'vitest'
import { rollWords, turnWords } from './evening.svelte'

const WHO = { id: 'r1', who: 'Ann', when: '2026-01-01T00:00:00Z' }

describe('turns in words', () => {
  const entries = [
    { id: 'e1', figure: 'f1', name: 'Mira', mine: true },
    { id: 'e2', figure: 'f2', name: 'goblin' },
  ]

  it('says whose turn it is, and what round', () => {
    expect(turnWords({ t: 'turns', entries, active: 'e2', round: 2 })).toBe('It is goblin’s turn, round 2.')
    expect(turnWords({ t: 'turns', entries, active: 'e1', round: 1 })).toBe('It is your turn with Mira, round 1.')
  })

  it('says the same of whoever is not seen', () => {
    expect(turnWords({ t: 'turns', entries, masters_turn: true })).toBe('It is someone else’s turn.')
  })

  it('says nothing before it has begun', () => {
    expect(turnWords({ t: 'turns', entries })).toBe('')
  })
})

describe('rolls in words', () => {
  it('names every die', () => {
    const dice = [{ sides: 6, faces: [3, 5] }]
    expect(rollWords({ ...WHO, text: '2d6+1', purpose: 'an attack', dice, plus: 1, total: 9 })).toBe(
      'rolled 2d6+1 for an attack: 9 (3, 5)',
    )
    expect(rollWords({ ...WHO, text: 'd20', dice: [{ sides: 20, faces: [7] }], total: 7 })).toBe('rolled d20: 7')
  })

  it('says of a secret roll only that there was one', () => {
    expect(rollWords({ ...WHO, secret: true })).toBe('rolled in secret')
  })

  it('shows a total of nought', () => {
    expect(rollWords({ ...WHO, text: 'real dice', said: true, total: 0 })).toBe('rolled real dice: 0')
  })
})
