import { describe, expect, it } from 'vitest'
import { healthAfter } from './sums'

describe('typed health', () => {
  it.each([
    ['12', 12],
    ['-3', 4],
    ['+2', 9],
    ['-3-2', 2],
    ['- 3', 4],
    ['10-3', 7],
    ['-99', 0],
    ['+99', 10],
    ['15', 15],
  ])('%s', (typed, expected) => expect(healthAfter(typed, 7, 10)).toBe(expected))

  it('is refused when it is not a sum', () => {
    for (const typed of ['', 'x', '3*2', '-', '1e3', '--3']) expect(healthAfter(typed, 7, 10)).toBeNull()
  })

  it('has no limit without a maximum', () => expect(healthAfter('+99', 7, null)).toBe(106))
})
