import { expect, test } from 'vitest'
import type { SkirmishView } from '../../protocol/messages.gen'
import { Orders, weaponWords } from './orders.svelte'
import { words } from '../../words/words.svelte'

await words.need('skirmish')

const VIEW = {
  side: 'red',
  ground: { tiles: [[0, 0, 1, 'woods'], [1, 0, 0, ''], [2, 0, 0, '']], flags: [[0, 0]] },
  units: [
    { unit: 0, side: 'red', status: 'own', name: 'red mortar', at: [0, 0], health: 2, full_health: 2, ways: [{ move: 'walk 0 1,0', at: [1, 0], cost: 2, left: 1, path: [[1, 0]] }], attacks: [{ move: 'blast 0 1,0', kind: 'blast', words: 'at (1, 0): 1 damage', at: [1, 0], hexes: [[1, 0], [2, 0]] }] },
    { unit: 1, side: 'red', status: 'own', name: 'red scout', at: [2, 0], health: 1, full_health: 2, attacks: [{ move: 'shot 1 2', kind: 'shot', words: 'at it', at: [1, 0], target: 2 }] },
  ],
} as unknown as SkirmishView

function orders(view: Partial<SkirmishView> = {}): Orders {
  const made = new Orders()
  made.view = { ...VIEW, ...view } as SkirmishView
  return made
}

test('a tap walks, and throws only while it is aimed', () => {
  const made = orders()
  expect(made.moveAt([1, 0])).toBe('')
  made.select(0)
  expect(made.moveAt([1, 0])).toBe('walk 0 1,0')
  expect(made.describe([1, 0])).toContain('2 to walk here, 1 left')
  made.aiming = true
  expect(made.moveAt([1, 0])).toBe('blast 0 1,0')
  expect(made.moveAt([2, 0])).toBe('')
  made.select(1)
  expect(made.aiming).toBe(false)
  expect(made.moveAt([1, 0])).toBe('shot 1 2')
})

test('a cone is aimed at any hex of it', () => {
  const made = orders()
  made.select(0)
  made.aiming = true
  const [mortar] = VIEW.units
  const cone = { ...mortar?.attacks?.[0], kind: 'flame', move: 'flame 0 1,0' }
  made.view = { ...VIEW, units: [{ ...mortar, attacks: [cone] }] } as unknown as SkirmishView
  expect(made.moveAt([2, 0])).toBe('flame 0 1,0')
})

test('those who can do something come by turns', () => {
  const made = orders()
  made.next()
  expect([made.selected, made.looked]).toEqual([0, [0, 0]])
  made.next()
  expect(made.selected).toBe(1)
  made.next()
  expect(made.selected).toBe(0)
})

test('units are deployed, and change places', () => {
  const made = orders({ deploy: [[0, 0], [1, 0]] })
  made.places = [[0, 0], [1, 0]]
  made.place([0, 0])
  expect(made.selected).toBe(0)
  made.place([1, 0])
  expect(made.deployment).toBe('deploy 1,0 0,0')
  made.place([1, 0])
  made.place([2, 0])
  expect(made.deployment).toBe('deploy 2,0 0,0')
  expect(made.unitAt([2, 0])?.unit).toBe(0)
})

test('whoever is remembered on a hex in sight is not there any more', () => {
  const units = [{ unit: 5, side: 'blue', status: 'remembered', at: [2, 0] }] as unknown as SkirmishView['units']
  expect(orders({ units, seen: [0, 1] }).units[0]).toMatchObject({ status: 'remembered', at: [2, 0] })
  expect(orders({ units, seen: [2] }).units[0]).toMatchObject({ status: 'unknown', at: undefined })
})

test('a unit says what it has to attack with', () => {
  const unit = { weapon: 'blast', range: 5, damage: 1, radius: 1, charges: 3 }
  expect(weaponWords(unit as never)).toBe('blast: range 5, damage 1, radius 1, 3 left')
})
