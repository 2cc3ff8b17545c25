import { expect, it } from 'vitest'
import { BAND, marks, places } from './rulers'

const bounds = { left: 0, top: 0, right: 30, bottom: 30 }
const window = { left: 80, width: 800, height: 600 }
const words = (labels: readonly { words: string }[]) => labels.map((label) => label.words)

it('stands around a map that has room around it', () => {
  const small = { left: 0, top: 0, right: 3, bottom: 2 }
  const { columns, rows, wide } = marks(small, 40)
  expect([words(columns), words(rows)]).toEqual([['A', 'B', 'C'], ['1', '2']])
  const at = places(small, { k: 40, x: 200, y: 100 }, window, wide)
  expect([at.columns.over, at.rows.over]).toEqual([false, false])
  expect([at.columns.along, at.rows.along]).toEqual([200, 100])
  expect(at.columns.across).toBeLessThan(100)
  expect(at.rows.across).toBeLessThan(200)
})

it('stays at the edge of the window, and leaves the corner free', () => {
  const { columns, rows } = places(bounds, { k: 80, x: -800, y: -400 }, window, marks(bounds, 80).wide)
  expect(columns).toMatchObject({ along: -800, over: true, shown: true })
  expect(columns.across).toBeGreaterThan(0)
  expect(columns.across).toBeLessThan(BAND)
  expect(rows).toMatchObject({ along: -400, from: BAND, over: true, shown: true })
  expect(rows.across).toBeGreaterThan(80)
  expect(columns.from).toBeGreaterThan(rows.across)
})

it('names fewer where tiles are small, and none of a map that is out of the window', () => {
  expect(words(marks(bounds, 5).rows)).toEqual(['5', '10', '15', '20', '25', '30'])
  const { columns, rows } = places(bounds, { k: 20, x: -900, y: -900 }, window, 20)
  expect([columns.shown, rows.shown]).toEqual([false, false])
})
