import { expect, it } from 'vitest'
import { lapsedWords, ruledWords, rulingWords, statusReason, timeWords } from './rulings'

const ruling = { visible: true, by: 'Eve', when: 'long ago', why: 'low' }

it('tells times of today by the hour, and others by the day', () => {
  const now = new Date('2026-11-15T21:40:00')
  expect(timeWords(now.toISOString(), now)).toMatch(/^at .*40/)
  expect(timeWords('2026-03-02T12:00:00Z', now)).toMatch(/^on .*2/)
  expect(timeWords('session 12', now)).toBe('on session 12')
})

it('says by whom a look was ruled on, and to players no more', () => {
  expect(ruledWords(ruling)).toBe('Visible, by Eve on long ago: low')
  expect(ruledWords({ visible: false, by: 'the master' })).toBe('Ruled hidden by the GM.')
})

it('says what became of a ruling', () => {
  const info = { number: 1, a: 'Mira', b: 'Orc', ruling, status: 'in force' }
  expect(rulingWords(info)).toBe('Mira and Orc see each other, by Eve on long ago: low')
  expect(statusReason(info)).toBe('')
  expect(statusReason({ ...info, because: 'Orc is gone' })).toBe('Orc is gone')
  expect(statusReason({ ...info, undone: { by: 'Eve', when: 'today' } })).toBe('by Eve on today')
  expect(lapsedWords({ ruling, because: 'Orc is gone' })).toBe('Eve ruled visible on long ago (low), but Orc is gone.')
})
