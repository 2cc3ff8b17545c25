import { describe, expect, it } from 'vitest'
import { Plane } from './geometry/plane'
import type { Size, Tile } from '../protocol/types'
import type { Figure } from '../state/stage.svelte'
import { key } from '../state/tiles'
import { freeTileNear } from './free-tile'

const plane = new Plane('square')

function floor(rows: number, cols: number): Map<string, string> {
  const ground = new Map<string, string>()
  for (let row = 0; row < rows; row++) for (let col = 0; col < cols; col++) ground.set(key([row, col]), '.')
  return ground
}

function figure(at: Tile, size: Size = [1, 1]): Figure {
  return { at, size } as Figure
}

describe('a free tile', () => {
  it('is the nearest where nobody stands', () => {
    expect(freeTileNear(plane, floor(1, 4), [figure([0, 0]), figure([0, 1])], [0, 0], [1, 1])).toEqual([0, 2])
  })

  it('holds all of a large figure, on floor', () => {
    const ground = floor(2, 5)
    ground.set('0,2', '#')
    expect(freeTileNear(plane, ground, [figure([0, 0], [2, 2])], [0, 0], [2, 2])).toEqual([0, 3])
  })

  it('may be nowhere', () => {
    expect(freeTileNear(plane, floor(1, 1), [figure([0, 0])], [0, 0], [1, 1])).toBeNull()
  })
})
