import { describe, expect, it } from 'vitest'
import { twice } from './notation'

describe('advantage and disadvantage', () => {
  it.each([
    ['', '2d20kh1'],
    ['d20+5', '2d20kh1+5'],
    ['1d20', '2d20kh1'],
    ['2d6+d8', '2d6+2d8kh1'],
    ['3d6', '3d6'],
    ['2d20kh1', '2d20kh1'],
  ])('%s becomes %s', (dice, expected) => expect(twice(dice, 'kh')).toBe(expected))

  it('keeps the lowest for disadvantage', () => expect(twice('d20-1', 'kl')).toBe('2d20kl1-1'))
})
