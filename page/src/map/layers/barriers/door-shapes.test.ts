import { describe, expect, it } from 'vitest'
import type { XY } from '../../geometry/plane'
import type { Barrier } from '../../scene.svelte'
import type { DoorState } from '../../../protocol/messages.gen'
import { wholeDoors } from './door-shapes'

function piece(start: XY, end: XY, state: DoorState = 'closed'): Barrier {
  return { on: 'free', id: `${start}-${end}`, thing: { ends: [[...start], [...end]], carries: 'door', state }, ends: [start, end] }
}

const ends = (doors: readonly Barrier[]) => wholeDoors(doors).map((door) => door.ends.join(' '))

describe('the doors of a player', () => {
  it('are whole where they cross into other tiles, in whatever order the pieces came', () => {
    const pieces = [piece([13, 10.4], [13, 11]), piece([13, 11], [13, 11.6]), piece([13, 11.6], [13, 11.7])]
    expect(ends(pieces)).toEqual(['13,10.4 13,11.7'])
    expect(ends([...pieces].reverse())).toEqual(['13,10.4 13,11.7'])
  })

  it('are two where one is open, around a corner, and as the leaves of a double door', () => {
    expect(ends([piece([13, 10.5], [13, 11]), piece([13, 11], [13, 11.5], 'open')])).toHaveLength(2)
    expect(ends([piece([13, 10.5], [13, 11]), piece([13, 11], [13.5, 11])])).toHaveLength(2)
    expect(ends([piece([13, 10], [13, 11]), piece([13, 11], [13, 12])])).toHaveLength(2)
  })
})
