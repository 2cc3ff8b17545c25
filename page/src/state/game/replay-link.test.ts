import { expect, test } from 'vitest'
import { readReplay } from './replay-link'

const LINK = { game: 'one-card-dungeon', replay: '1.wizard.1.7.AB-_.5.2f9c1ab0' }

test('a replay is read from an address, from what is behind its #, and alone', () => {
  expect(readReplay(`http://127.0.0.1:8765/#replay=one-card-dungeon/${LINK.replay}`)).toEqual(LINK)
  expect(readReplay(`#replay=one-card-dungeon/${LINK.replay}`)).toEqual(LINK)
  expect(readReplay(` ${LINK.replay} `, 'one-card-dungeon')).toEqual(LINK)
})

test('the links to the table are no replays', () => {
  expect(readReplay('#m=abcdefghijklmnopqrstuvwx')).toBeNull()
  expect(readReplay('')).toBeNull()
  expect(readReplay(LINK.replay)).toBeNull()
})
