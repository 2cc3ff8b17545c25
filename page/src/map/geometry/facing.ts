/** The directions that a token may face on each grid, clockwise, and their angles from north. */
import type { FacingWord } from '../../protocol/messages.gen'
import type { Grid, Orientation } from '../../protocol/types'

type Way = Exclude<FacingWord, ''>

const SQUARE: readonly Way[] = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']
const POINTY: readonly Way[] = ['north-east', 'east', 'south-east', 'south-west', 'west', 'north-west']
const FLAT: readonly Way[] = ['north', 'north-east', 'south-east', 'south', 'south-west', 'north-west']

export function ways(grid: Grid, orientation: Orientation): readonly Way[] {
  if (grid === 'square') return SQUARE
  return orientation === 'pointy' ? POINTY : FLAT
}

/** In degrees, clockwise; null for no facing, or one that the grid does not have. */
export function angleOf(facing: string, grid: Grid, orientation: Orientation): number | null {
  const all = ways(grid, orientation)
  const index = all.findIndex((way) => way === facing)
  if (index < 0) return null
  const first = grid === 'hex' && orientation === 'pointy' ? 180 / all.length : 0
  return first + (index * 360) / all.length
}
