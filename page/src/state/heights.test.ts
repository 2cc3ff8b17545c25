import { expect, test } from 'vitest'
import { heightOf, heightWords, inUnits, tilesTyped } from './heights'

test('heights in the unit of the map', () => {
  expect(heightWords(6, '5 ft')).toBe('+30\u00a0ft')
  expect(heightWords(-1, '5 ft')).toBe('−5\u00a0ft')
  expect(heightWords(2.5)).toBe('+2.5')
  expect(inUnits(2, '1.5 m')).toBe(3)
})

test('what is typed', () => {
  expect(tilesTyped('30 ft', '5 ft')).toBe(6)
  expect(tilesTyped('−5', '5 ft')).toBe(-1)
  expect(tilesTyped('1,5')).toBe(1.5)
  expect(tilesTyped('high', '5 ft')).toBeNull()
})

test('exact heights', () => {
  expect(heightOf('7/2')).toBe(3.5)
  expect(heightOf('')).toBeNull()
})
