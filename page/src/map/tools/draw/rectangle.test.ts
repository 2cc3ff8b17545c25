import { describe, expect, it } from 'vitest'
import { Plane } from '../../geometry/plane'
import { Corners, edgesRound, tilesBetween } from './rectangle'

describe('rectangles', () => {
  it('hold both corners, whichever comes first', () => {
    expect(tilesBetween([2, 3], [1, 2])).toEqual([[1, 2], [1, 3], [2, 2], [2, 3]])
    expect(tilesBetween([1, 2], [2, 3])).toEqual(tilesBetween([2, 3], [1, 2]))
    expect(tilesBetween([4, 4], [4, 4])).toEqual([[4, 4]])
  })

  it('have an edge to every tile outside, and none within', () => {
    const edges = edgesRound(new Plane('square'), tilesBetween([1, 1], [2, 3]))
    expect(edges).toHaveLength(10)
    expect(edges).toContainEqual([[1, 1], [0, 1]])
    expect(edges).not.toContainEqual([[1, 1], [1, 2]])
    expect(edgesRound(new Plane('hex'), [[0, 0]])).toHaveLength(6)
  })

  it('are drawn by a drag, or by two clicks', () => {
    const drag = new Corners()
    drag.press([0, 0])
    expect(drag.waits([1, 1])).toBe(false)
    expect(drag.upTo([1, 1])).toHaveLength(4)
    const clicks = new Corners()
    clicks.press([0, 0])
    expect(clicks.waits([0, 0])).toBe(true)
    clicks.press([0, 2])
    expect(clicks.waits([0, 2])).toBe(false)
    expect(clicks.upTo([0, 2])).toHaveLength(3)
    clicks.clear()
    expect(clicks.upTo([0, 2])).toEqual([])
  })
})
