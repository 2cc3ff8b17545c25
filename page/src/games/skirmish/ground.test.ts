import { expect, test } from 'vitest'
import type { HexGround } from '../../protocol/messages.gen'
import type { Tile } from '../../protocol/types'
import { drawn, stepOf } from './ground'

const GROUND: HexGround = {
  name: '', title: '', text: '', rounds: 1, goal: 1, flags: [], red: [], blue: [],
  tiles: [[0, 0, 0, ''], [1, 0, 2, ''], [0, 1, 0, 'woods'], [1, 1, 7, 'rock']],
  walls: [[0, 0, 1, 0]],
}

test('a battlefield is drawn with its heights, woods, rock and walls', () => {
  const { bands, heights, woods, rock, walls, tiles } = drawn(GROUND)
  expect(bands.map(({ look }) => look)).toEqual(['height-2', 'height-4'])
  expect(heights.map(({ height }) => height)).toEqual([2, 7])
  expect([woods, rock, walls].every((d) => d.startsWith('M'))).toBe(true)
  expect(tiles.map((tile) => tile.key)).toEqual(['0,0', '1,0', '0,1', '1,1'])
})

test('arrows up and down lead straight on, and back again', () => {
  let at: Tile = [0, 0]
  const go = (arrow: string) => {
    const [q, r] = stepOf(arrow, at) as Tile
    at = [at[0] + q, at[1] + r]
  }
  for (const arrow of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp']) go(arrow)
  expect(at).toEqual([2, -4])
  for (const arrow of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) go(arrow)
  expect(at).toEqual([0, 0])
  expect(stepOf('Enter', at)).toBeNull()
})
