/**
 * Distances on a map by the metric of its game, with the same rules as the server
 * (table/vision/areas/distances.py). Both are tested with the examples in distances.json.
 */
import type { MapMeasure, MetricWord } from '../../protocol/messages.gen'
import type { Grid, Tile } from '../../protocol/types'
import { t } from '../../words/words.svelte'

/** In steps, in points for 2-3, or in tenths of a tile for straight lines. */
export function pathLength(metric: MetricWord, grid: Grid, path: readonly Tile[]): number {
  let ahead = 0
  let diagonal = 0
  let straight = 0
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1] as Tile, path[i] as Tile]
    const [first, second] = [b[0] - a[0], b[1] - a[1]]
    if (grid === 'hex') ahead += (Math.abs(first) + Math.abs(second) + Math.abs(first + second)) / 2
    else {
      const short = Math.min(Math.abs(first), Math.abs(second))
      diagonal += short
      ahead += Math.max(Math.abs(first), Math.abs(second)) - short
    }
    straight += Math.sqrt(first * first + second * second + (grid === 'hex' ? first * second : 0))
  }
  if (metric === 'straight') return Math.round(10 * straight)
  if (metric === '2-3') return 2 * ahead + 3 * diagonal
  // Every second diagonal step of the whole path counts double, whatever the legs.
  return ahead + diagonal + (metric === '5-10-5' ? Math.floor(diagonal / 2) : 0)
}

/** The length of a path with climbs: `rises` are in tiles, one for each leg. At least the flat length. */
export function lengthWithHeight(metric: MetricWord, grid: Grid, path: readonly Tile[], rises: readonly number[]): number {
  const inTiles = metric === 'straight' ? 10 : metric === '2-3' ? 2 : 1
  let length = pathLength(metric, grid, path)
  rises.forEach((rise, i) => {
    const leg = pathLength(metric, grid, path.slice(i, i + 2))
    const climbed = Math.abs(rise) * inTiles
    length += (metric === 'straight' ? Math.hypot(leg, climbed) : Math.max(leg, climbed)) - leg
  })
  return metric === 'straight' ? Math.round(length) : length
}

/** "6 tiles, 30 ft". */
export function lengthWords({ metric = 'steps', unit = '' }: MapMeasure, length: number): string {
  const tiles = metric === 'straight' ? length / 10 : metric === '2-3' ? length / 2 : length
  const counted = metric === '2-3' ? t('map.points', { n: length }) : t('map.tiles', { n: amount(tiles) })
  const [, size, word] = /^([\d.]+) (.+)$/.exec(unit) ?? []
  return size ? `${counted}, ${amount(tiles * Number(size))} ${word}` : counted
}

/** The reach of a template, in tiles or in points. */
export function reachWords(measure: MapMeasure, reach: number): string {
  return lengthWords(measure, measure.metric === 'straight' ? 10 * reach : reach)
}

function amount(number: number): string {
  return String(Math.round(number * 100) / 100)
}
