import { expect, it } from 'vitest'
import { coverSentence, coverSigns, coverWords } from './cover'

it('puts degrees into words', () => {
  expect(coverWords('none')).toBe('No cover')
  expect(coverWords('three-quarters')).toBe('Three-quarters cover')
  expect(coverWords('none or half')).toBe('None or half')
  expect(coverWords('cover')).toBe('Cover')
  expect(coverWords('')).toBe('')
})

it('says a degree once, whether the effect names it or not', () => {
  expect(coverSentence('half', 'half cover, +2 to AC')).toBe('Half cover, +2 to AC')
  expect(coverSentence('soft', '+4 to AC')).toBe('Soft cover: +4 to AC')
  expect(coverSentence('none', 'whatever')).toBe('No cover')
  expect(coverSentence('half', '')).toBe('Half cover')
})

it('has a sign of its own for each degree', () => {
  const degrees = ['none', 'half', 'three-quarters', 'standard', 'soft', 'superior', 'none or half']
  const signs = coverSigns(degrees)
  expect(signs.get('none')).toBe('✓')
  expect(signs.get('half')).toBe('½')
  expect(new Set(signs.values()).size).toBe(degrees.length)
})
