import { describe, expect, it } from 'vitest'
import type { Message } from './catalog'
import { german } from './de'
import { english } from './en'
import { spanish } from './es'
import { worded } from './said'
import { actions, refusals } from './server/en.gen'
import { said } from './server/said.gen'
import { preferred, refusal, t, words } from './words.svelte'

type Flat = ReadonlyMap<string, Message>

function flat(catalog: object): Flat {
  return new Map(
    Object.entries(catalog).flatMap(([area, messages]) =>
      Object.entries(messages as Record<string, Message>).map(([name, message]) => [`${area}.${name}`, message] as const),
    ),
  )
}

const LATER = import.meta.glob<object>('./*/{dungeon,playground,quest,skirmish}.ts', { eager: true })
const whole = (core: object, folder: string): Flat =>
  flat(Object.assign({ ...core }, ...Object.entries(LATER).flatMap(([path, area]) => (path.startsWith(`./${folder}/`) ? [area] : []))))

const EN = whole({ ...english, actions, refusals }, 'en')
const without = <T extends { said: unknown }>({ said: _, ...core }: T): Omit<T, 'said'> => core
const OTHERS = { german: whole(without(german), 'de'), spanish: whole(without(spanish), 'es') }
const SAID = { german: german.said, spanish: spanish.said }
const SOURCES = Object.entries(import.meta.glob<string>('../**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true }))
  .filter(([path]) => !path.startsWith('./') && !path.endsWith('.test.ts') && !path.endsWith('.gen.ts'))
  .map(([, source]) => source)
  .join('\n')
/** Looked up by a word in a server message. */
const BY_WORD = ['terms.', 'actions.', 'refusals.']

const texts = (message: Message): string[] => (typeof message === 'string' ? [message] : [message.one, message.other])
const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '').sort()
const ENGLISH_TEXTS = [...EN].flatMap(([key, message]) => texts(message).map((text) => [key, text] as const))

describe('catalogs', () => {
  it.each(Object.entries(OTHERS))('%s has the keys of English', (_, other) => {
    expect([...other.keys()].sort()).toEqual([...EN.keys()].sort())
  })

  it.each(Object.entries(OTHERS))('%s has the placeholders of English', (_, other) => {
    const differ = [...EN].filter(([key, message]) => {
      const all = [...texts(message), ...texts(other.get(key) ?? '')].map((text) => [...new Set(placeholders(text))].join(' '))
      return new Set(all).size > 1
    })
    expect(differ.map(([key]) => key)).toEqual([])
  })

  it.each([['english', EN] as const, ...Object.entries(OTHERS)])('%s has no empty text', (_, catalog) => {
    expect([...catalog].filter(([, message]) => texts(message).some((text) => !text.trim())).map(([key]) => key)).toEqual([])
  })

  it('has no key that the page does not use', () => {
    const unused = [...EN.keys()].filter((key) => !BY_WORD.some((area) => key.startsWith(area)) && !SOURCES.includes(`'${key}'`))
    expect(unused).toEqual([])
  })

  it('has every key that the page uses', () => {
    const areas = [...new Set([...EN.keys()].map((key) => key.split('.')[0]))].join('|')
    const used = [...SOURCES.matchAll(new RegExp(`'((?:${areas})\\.[A-Za-z]\\w*)'`, 'g'))].map((found) => found[1] ?? '')
    const files = ['map.json', 'table.json']
    expect(used.filter((key) => !EN.has(key) && !files.includes(key))).toEqual([])
  })
})

describe('sentences of the server', () => {
  it.each(Object.entries(SAID))('%s has every sentence, and no other', (_, catalog) => {
    expect(Object.keys(catalog).sort()).toEqual([...said].sort())
  })

  it.each(Object.entries(SAID))('%s has the values of English', (_, catalog) => {
    const differ = Object.entries(catalog).filter(([key, text]) => {
      const all = [key, text].map((each) => [...new Set([...each.matchAll(/\{(\w+)/g)].map((found) => found[1] ?? ''))].sort().join(' '))
      return all[0] !== all[1]
    })
    expect(differ).toEqual([])
  })

  const rock = { say: 'the rock on {tile}', with: { tile: 'C3' } }

  it('keep English as it is', () => {
    expect(worded({ words: [{ say: 'is stopped by {what}', with: { what: rock } }] })).toEqual({ words: ['is stopped by the rock on C3'] })
    expect(worded({ say: '{names}', with: { names: ['a', 'b', rock] } })).toBe('a, b and the rock on C3')
  })

  it('have the case that the text around them asks for', async () => {
    await words.choose('de')
    expect(worded(rock)).toBe('der Fels auf C3')
    expect(worded({ say: 'is stopped by {what}', with: { what: { say: '{names}', with: { names: [rock, { say: 'wall' }] } } } })).toBe(
      'wird von dem Fels auf C3 und der Wand aufgehalten',
    )
    expect(worded({ say: '{rule} is too slow here: {reason}. ', with: { rule: 'X', reason: { say: 'this map has {n:,} tiles', with: { n: 12345 } } } })).toBe(
      'X ist hier zu langsam: diese Karte hat 12.345 Felder. ',
    )
    await words.choose('es')
    expect(worded({ say: 'is stopped by {what}', with: { what: rock } })).toBe('se detiene en la roca en C3')
    expect(worded({ say: 'the center of {what}', with: { what: { say: 'the lock' } } })).toBe('el centro de the lock')
    expect(worded({ say: 'touching {what}', with: { what: { say: 'the end of {what}', with: { what: { say: 'wall' } } } } })).toBe('rozando el extremo del muro')
    await words.choose('en')
  })

  it('leave the words of users alone', async () => {
    await words.choose('de')
    expect(worded({ say: '{name} on {tile}', with: { name: '[a|b|c] {tile}', tile: 'A1' } })).toBe('[a|b|c] {tile} auf A1')
    expect(worded({ say: '[a|b|c] constructor' })).toBe('[a|b|c] constructor')
    expect(worded({ say: 'constructor' })).toBe('constructor')
    await words.choose('en')
  })
})

describe('the words that users read', () => {
  /** Wrong terms, with the terms of other virtual tabletops to use instead. */
  const WRONG: readonly [RegExp, string][] = [
    [/(?<!game )\bmasters?\b/i, 'GM, or game master'],
    [/\bfigures?\b/i, 'token'],
    [/\blooks? (at|from)\b/i, 'line of sight, or see'],
    [/(?<!close )\bcalls?\b/i, 'close call'],
    [/\b(too close to call)\b/i, 'close call'],
    [/\blamps?\b/i, 'light'],
    [/\bmachine\b/i, 'computer'],
    [/\bknock/i, 'wants to join'],
    [/\btake[ns]? (it )?(away|back)\b/i, 'remove, or undo'],
    [/\bturn order\b/i, 'initiative'],
    [/\bareas?\b(?! of)/i, 'template'],
    [/\bevening\b/i, 'game, or session'],
  ]
  /** Patterns of odd English. */
  const DIALECT = [/\bwhoever\b/i, /(?<!\bthere )\bis no\b(?! longer)/i, /\bso many\b/i, /\bthere are not\b/i, /\bof its own\b/i, /\bin its place\b/i, /^who (?!plays)/i, /[.,:;] who\b/i]
  const ALLOWED = ['tokens.cropHint']

  it('has one term for each thing', () => {
    const wrong = ENGLISH_TEXTS.flatMap(([key, text]) =>
      WRONG.filter(([pattern]) => pattern.test(text.replace(/\{\w+\}/g, '…')) && !ALLOWED.includes(key)).map(([, right]) => `${key}: "${text}" should say ${right}`),
    )
    expect(wrong).toEqual([])
  })

  it('is plain English', () => {
    expect(ENGLISH_TEXTS.filter(([, text]) => DIALECT.some((pattern) => pattern.test(text)))).toEqual([])
  })

  it('has one term for the GM in German and in Spanish', () => {
    const all = (flat: Flat, sentences: Readonly<Record<string, string>>): string[] => [...[...flat.values()].flatMap(texts), ...Object.values(sentences)]
    // "SL" is only part of a word, and "DJ" only for short texts.
    const german = all(OTHERS.german, SAID.german).filter((text) => /[Ss]pielleiter|[Ss]pielmeister|\bGM\b|\bSL\b(?!-|\))/.test(text))
    const spanish = all(OTHERS.spanish, SAID.spanish).filter(
      (text) => /[Mm]áster|\bGM\b|[Nn]arrador|director del juego/.test(text) || (/\bDJ\b/.test(text) && !/(de |\()DJ|^DJ:/.test(text) && text.length > 30),
    )
    expect([...german, ...spanish]).toEqual([])
  })

  it('is American English', () => {
    expect([...ENGLISH_TEXTS.map(([, text]) => text), ...said].filter((text) => /colour|grey|centre|armour|neighbour|behaviour/i.test(text))).toEqual([])
    expect(ENGLISH_TEXTS.filter(([, text]) => /defence/i.test(text))).toEqual([])
  })

  it('says it in sentences of at most 15 words', () => {
    const words = (sentence: string): number => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length
    const long = ENGLISH_TEXTS.filter(([key, text]) => key !== 'maps.formats' && text.split(/[.:?;] /).some((each) => words(each) > 15))
    expect(long).toEqual([])
  })
})

describe('a text', () => {
  it('has its placeholders filled in, and the plural that fits', () => {
    expect(t('turns.round', { n: 3 })).toBe('Round 3')
    expect(t('table.callsWait', { n: 1 })).toBe('1 close call waits for you')
    expect(t('table.callsWait', { n: 2 })).toBe('2 close calls wait for you')
  })

  it('is in the language that was chosen', async () => {
    await words.need('quest')
    await words.choose('de')
    expect(t('common.close')).toBe('Schließen')
    expect(t('quest.story')).toBe('Geschichte')
    await words.choose('en')
    expect(t('common.close')).toBe('Close')
  })
})

describe('a refusal', () => {
  const reason = { why: 'A door cannot be hot.', key: 'badState', values: { kind: 'door', state: 'hot' } }

  it('is the text of its key, in the language of the page', async () => {
    await words.choose('de')
    expect(refusal(reason)).toBe('Dieser Zustand ist nicht möglich: Tür, hot.')
    expect(refusal({ why: '', key: 'tooManyTiles', values: { most: 10000, count: 20000 } })).toBe('Eine Karte hat höchstens 10.000 Felder; diese hat 20.000.')
    await words.choose('en')
  })

  it('is in English where the page has no text for it', async () => {
    expect(refusal(reason)).toBe('A door cannot be hot.')
    await words.choose('de')
    expect(refusal({ why: 'That is new.', key: 'newKey' })).toBe('That is new.')
    await words.choose('en')
  })
})

describe('the language', () => {
  it('is the one chosen here, else the first of the browser that has a catalog, else English', () => {
    expect(preferred('es', ['de'])).toBe('es')
    expect(preferred(null, ['fr-FR', 'de-AT', 'en'])).toBe('de')
    expect(preferred(null, ['fr'])).toBe('en')
    expect(preferred('xx', [])).toBe('en')
  })
})
