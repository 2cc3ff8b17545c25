import { expect, test } from 'vitest'
import { COLORS, DRAWN, drawingOf, shapesOf } from './creatures'

const FILES = import.meta.glob<string>('../../../../../src/sightline/games/*/{levels/*.txt,quests/*.txt,units.toml}', { query: '?raw', import: 'default', eager: true })
const texts = (folder: string): string => Object.entries(FILES).flatMap(([path, text]) => (path.includes(folder) ? [text] : [])).join('\n')
const found = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))]

test('everybody who comes with the games is drawn', () => {
  const monsters = found(texts('/levels/'), /^monster \w: ([\w ]+),/gm)
  const pieces = found(texts('/quests/'), /^\w: (?:hero|ally|enemy) "([\w ]+)"/gm)
  const units = found(texts('units.toml'), /^\[(\w+)\]/gm)
  const heroes = ['paladin', 'barbarian', 'ranger', 'wizard', 'adventurer']
  expect([monsters.length, pieces.length, units.length].every((count) => count > 4)).toBe(true)
  expect([...monsters, ...pieces, ...units, ...heroes].filter((name) => drawingOf(name, 'enemy') === 'shade')).toEqual([])
})

test('each drawing is of known colors and of closed shapes or lines', () => {
  for (const name of DRAWN) {
    for (const shape of shapesOf(name)) {
      expect(shape.d, name).toMatch(/^M[-\d. MmLlHhVvQqCcSsAaTtzZ]+$/)
      expect(['none', ...Object.values(COLORS)], name).toContain(shape.fill)
    }
  }
})

test('a numbered monster is drawn as its kind, and a stranger always the same', () => {
  expect(drawingOf('rat 3', 'enemy')).toBe('rat')
  expect(drawingOf('newt', 'enemy')).toBe('shade')
  expect(drawingOf('Ada', 'hero')).toBe(drawingOf('Ada', 'hero'))
  expect(DRAWN).toContain(drawingOf('Ada', 'hero'))
})
