import { expect, test } from 'vitest'
import type { MetricWord } from '../../protocol/messages.gen'
import type { Grid, Tile } from '../../protocol/types'
import { lengthWithHeight, lengthWords, pathLength } from './distance'
import examples from './distances.json'

test.each(examples)('$metric on $grid: $words', ({ metric, grid, path, unit, length, words }) => {
  const counted = pathLength(metric as MetricWord, grid as Grid, path as Tile[])
  expect(counted).toBe(length)
  expect(lengthWords({ metric: metric as MetricWord, unit }, counted)).toBe(words)
})

test.each(['steps', '5-10-5', 'straight', '2-3'] as const)('by %s height counts, and never less than flat', (metric) => {
  const path: Tile[] = [[0, 0], [1, 1], [2, 4]]
  const flat = pathLength(metric, 'square', path)
  expect(lengthWithHeight(metric, 'square', path, [0, 0])).toBe(flat)
  expect(lengthWithHeight(metric, 'square', path, [3, -1])).toBeGreaterThan(flat)
  expect(lengthWithHeight(metric, 'square', path, [-3, 1])).toBe(lengthWithHeight(metric, 'square', path, [3, 1]))
})

test('a path up and down as far as it goes ahead', () => {
  expect(lengthWithHeight('steps', 'square', [[0, 0], [0, 2]], [3])).toBe(3)
  expect(lengthWithHeight('straight', 'square', [[0, 0], [0, 4]], [3])).toBe(50)
  expect(lengthWithHeight('2-3', 'square', [[0, 0], [0, 2]], [3])).toBe(6)
})
