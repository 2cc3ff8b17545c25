import { expect, it } from 'vitest'
import { angleOf, ways } from './facing'
import { Plane } from './plane'

const STEPS = {
  square: { north: [-1, 0], east: [0, 1], 'south-west': [1, -1] },
  pointy: { east: [1, 0], 'north-east': [1, -1], 'south-east': [0, 1] },
  flat: { north: [0, -1], 'south-east': [1, 0], 'south-west': [-1, 1] },
} as const

it('points to the tile that is straight ahead', () => {
  for (const [kind, steps] of Object.entries(STEPS)) {
    const grid = kind === 'square' ? 'square' : 'hex'
    const orientation = kind === 'flat' ? 'flat' : 'pointy'
    const plane = new Plane(grid, orientation)
    for (const [word, step] of Object.entries(steps)) {
      const [x, y] = plane.center(step as [number, number])
      const [x0, y0] = plane.center([0, 0])
      const angle = (Math.atan2(x - x0, -(y - y0)) * 180) / Math.PI
      expect(angleOf(word, grid, orientation)).toBeCloseTo((angle + 360) % 360)
    }
  }
})

it('knows no way that the grid lacks', () => {
  expect(angleOf('north', 'hex', 'pointy')).toBeNull()
  expect(angleOf('', 'square', 'pointy')).toBeNull()
  expect(ways('hex', 'flat')).not.toContain('east')
})
