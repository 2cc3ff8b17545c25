import { expect, test } from 'vitest'
import { words as language } from '../words/words.svelte'
import { describe as words } from './words'

test('an action in the words that its struct has', () => {
  expect(words({ t: 'undo' }, null)).toBe('undo')
  expect(words({ t: 'move', figure: 'f1', to: [0, 1] }, null)).toBe('move a token to B1')
  expect(words({ t: 'paint', tiles: [[1, 1]], solid: true }, null)).toBe('paint 1 tile')
  expect(words({ t: 'paint', tiles: [[1, 1], [1, 2]], solid: false }, null)).toBe('clear 2 tiles')
  expect(words({ t: 'cover' }, null)).toBe('cover tiles')
  expect(words({ t: 'cover', on: false }, null)).toBe('uncover tiles')
})

test('an action in the language of the page', async () => {
  await language.choose('de')
  expect(words({ t: 'move', figure: 'f1', to: [0, 1] }, null)).toBe('ein Token nach B1 bewegen')
  expect(words({ t: 'paint', tiles: [[1, 1], [1, 2]], solid: false }, null)).toBe('Felder leeren: 2')
  await language.choose('en')
})
