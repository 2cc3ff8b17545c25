import { describe, expect, it } from 'vitest'
import { placedNames, type Named } from './names'

const width = (words: string): number => words.length * 0.6
const token = (id: string, x: number, y: number, more: Partial<Named> = {}): Named => ({
  id,
  name: `Goblin ${id}`,
  short: `Go${id}`,
  middle: [x, y],
  half: [10, 10],
  first: false,
  inside: false,
  ...more,
})

describe('names of tokens', () => {
  it('are whole and under the token where there is room', () => {
    expect(placedNames([token('1', 0, 0)], width)).toEqual([{ id: '1', words: 'Goblin 1', at: [0, 17.875] }])
  })

  it('never meet another name or token', () => {
    const tokens = [0, 1, 2].flatMap((row) => [0, 1, 2].map((col) => token(`${row}${col}`, col * 22, row * 22)))
    const boxes = placedNames(tokens, width).map(({ words, at: [x, y] }) => ({ x, y, w: width(words) * 11 }))
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        expect(Math.abs(a.x - b.x) >= (a.w + b.w) / 2 || Math.abs(a.y - b.y) >= 11).toBe(true)
      }
    }
  })

  it('of the selected token is written in any case', () => {
    const crowd = [token('1', 0, 0, { first: true }), ...[[0, 20], [0, -20], [25, 0], [-25, 0]].map(([x = 0, y = 0], i) => token(`x${i}`, x, y, { inside: true }))]
    expect(placedNames(crowd, width)).toEqual([{ id: '1', words: 'Goblin 1', at: [0, 17.875] }])
  })

  it('is left out where it is inside', () => {
    expect(placedNames([token('1', 0, 0, { inside: true })], width)).toEqual([])
  })
})
