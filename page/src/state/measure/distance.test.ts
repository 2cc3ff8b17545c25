import { expect, test } from 'vitest'
import type { MetricWord } from '../../protocol/messages.gen'
import type { Grid, Tile } from '../../protocol/types'
import { lengthWords, pathLength } from './distance'
import examples from './distances.json'

test.each(examples)('$metric on $grid: $words', ({ metric, grid, path, unit, length, words }) => {
  const counted = pathLength(metric as MetricWord, grid as Grid, path as Tile[])
  expect(counted).toBe(length)
  expect(lengthWords({ metric: metric as MetricWord, unit }, counted)).toBe(words)
})
