import { expect, it } from 'vitest'
import { rulers } from './rulers'

const bounds = { left: 0, top: 0, right: 30, bottom: 30 }
const window = { left: 80, width: 800, height: 600 }
const words = (labels: readonly { words: string }[]) => labels.map((label) => label.words)

it('stands around a map that has room around it', () => {
  const { columns, rows } = rulers({ left: 0, top: 0, right: 3, bottom: 2 }, { k: 40, x: 200, y: 100 }, window)
  expect(words(columns.labels)).toEqual(['A', 'B', 'C'])
  expect(words(rows.labels)).toEqual(['1', '2'])
  expect([columns.band, rows.band]).toEqual([null, null])
  expect(columns.at).toBeLessThan(100)
  expect(rows.at).toBeLessThan(200)
})

it('stays at the edge of the window, with what is in the window', () => {
  const { columns, rows } = rulers(bounds, { k: 80, x: -800, y: -400 }, window)
  expect(columns.at).toBeGreaterThan(0)
  expect(columns.at).toBeLessThan(20)
  expect(rows.at).toBeGreaterThan(80)
  expect(columns.band).toMatchObject({ x: 0, y: 0, width: 800 })
  expect(rows.band).toMatchObject({ x: 80 })
  expect(words(columns.labels)).toEqual(['L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T'])
  expect(words(rows.labels)).toEqual(['6', '7', '8', '9', '10', '11', '12', '13'])
})

it('names fewer where tiles are small, and none of a map that is out of the window', () => {
  expect(words(rulers(bounds, { k: 5, x: 200, y: 100 }, window).rows.labels)).toEqual(['5', '10', '15', '20', '25', '30'])
  const away = rulers(bounds, { k: 20, x: -900, y: -900 }, window)
  expect([away.columns.band, away.rows.band]).toEqual([null, null])
  expect([...away.columns.labels, ...away.rows.labels]).toEqual([])
})
