import { describe, expect, it } from 'vitest'
import { FIGURE_VIEW_DEFAULTS } from '../../../protocol/messages.gen'
import type { Figure } from '../../../state/stage.svelte'
import { healthLeft, markWords } from './marks'

function figure(marks: Partial<Figure>): Figure {
  return { ...FIGURE_VIEW_DEFAULTS, id: 'f1', name: 'Mira', at: [0, 0], ...marks } as Figure
}

describe('marks of a figure', () => {
  it('has no bar where nothing is known', () => {
    expect(healthLeft(figure({}))).toBe(null)
    expect(markWords(figure({}))).toBe('')
  })

  it('draws a number as its part, within the bar', () => {
    expect(healthLeft(figure({ health: 3, most_health: 6 }))).toBe(0.5)
    expect(healthLeft(figure({ health: 9, most_health: 6 }))).toBe(1)
  })

  it('draws a word as its step', () => {
    expect(healthLeft(figure({ health_word: 'down' }))).toBe(0)
    expect(healthLeft(figure({ health_word: 'hurt' }))).toBe(0.75)
  })

  it('says it', () => {
    expect(markWords(figure({ health: 7, most_health: 9, conditions: [{ text: 'asleep' }] }))).toBe(
      ', 7 of 9 health, asleep',
    )
    expect(markWords(figure({ health_word: 'badly hurt' }))).toBe(', badly hurt')
  })
})
