import { expect, it } from 'vitest'
import { terrainLook } from './terrain-looks'

it('knows the common kinds, and how dense they are', () => {
  expect(terrainLook('light-woods')).toEqual({ name: 'woods', dense: false })
  expect(terrainLook('ultra-heavy-woods')).toEqual({ name: 'woods', dense: true })
  expect(terrainLook('smoke')).toEqual({ name: 'smoke', dense: false })
  expect(terrainLook('low')).toEqual({ name: 'low', dense: false })
})

it('has a look for any other word', () => {
  for (const kind of ['brambles', 'constructor', 'x-y-z', '']) {
    expect(terrainLook(kind).name).toBe('other')
  }
})
