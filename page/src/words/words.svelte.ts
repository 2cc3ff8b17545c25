/** The texts of the page in the language of the reader. */
import type { Arguments, Core, Foreign, Key, LaterArea, Message } from './catalog'
import { english } from './en'

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const
export type Language = keyof typeof LANGUAGES

const KEPT = 'sightline language'
type Area = Readonly<Record<string, Message>>
const LATER = import.meta.glob<Record<string, Area>>('./{en,de,es}/{dungeon,playground,quest,skirmish}.ts')
const LOADERS: Record<Language, () => Promise<Core | Foreign>> = {
  en: async () => english,
  de: async () => (await import('./de')).german,
  es: async () => (await import('./es')).spanish,
}

/** The language of the page: the one chosen here, or the first of the browser's that we have. */
class Words {
  language = $state<Language>('en')
  #areas = $state.raw<Readonly<Record<string, Area>>>(english)
  readonly #later = new Set<LaterArea>()
  #plurals = new Intl.PluralRules('en')

  /** Load the language before the page is drawn. */
  open(): Promise<void> {
    return this.#load(preferred(kept(), typeof navigator === 'undefined' ? [] : navigator.languages))
  }

  /** Switch the page to `language`, and remember it in this browser. */
  choose(language: Language): Promise<void> {
    try {
      localStorage.setItem(KEPT, language)
    } catch {
      // Without storage, the browser's language is used again after a reload.
    }
    return this.#load(language)
  }

  /** Load the texts of a page that only some users open, before it is drawn. */
  async need(area: LaterArea): Promise<void> {
    this.#later.add(area)
    this.#areas = { ...this.#areas, ...(await later(this.language, area)) }
  }

  find(area: string, name: string): Message | undefined {
    return this.#areas[area]?.[name]
  }

  plural(n: number): 'one' | 'other' {
    return this.#plurals.select(n) === 'one' ? 'one' : 'other'
  }

  async #load(language: Language): Promise<void> {
    try {
      const more = await Promise.all([...this.#later].map((area) => later(language, area)))
      this.#areas = Object.assign({ ...(await LOADERS[language]()) }, ...more)
    } catch {
      // The file could not be loaded, so the page keeps its language.
      return
    }
    this.#plurals = new Intl.PluralRules(language)
    this.language = language
    if (typeof document !== 'undefined') document.documentElement.lang = language
  }
}

/** The language that was chosen on this page, else the first of `wanted` that has a catalog, else English. */
export function preferred(chosen: string | null, wanted: readonly string[]): Language {
  const found = [chosen ?? '', ...wanted].map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES)
  return (found as Language | undefined) ?? 'en'
}

async function later(language: Language, area: LaterArea): Promise<Record<string, Area>> {
  return (await LATER[`./${language}/${area}.ts`]?.()) ?? {}
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}

export const words = new Words()

/** The text of `key`, with its placeholders filled in. */
export function t<K extends Key>(key: K, ...[given]: Arguments<K>): string {
  const values: Readonly<Record<string, string | number>> = given ?? {}
  const [area, name] = key.split('.') as [string, string]
  const message = words.find(area, name) ?? key
  const text = typeof message === 'string' ? message : message[words.plural(Number(values['n']))]
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** A game term, as it is sent by the server, in the reader's language: "light-woods" → "light woods". Unknown words stay unchanged. */
export function term(word: string): string {
  const found = words.find('terms', word.replaceAll(' ', '-'))
  return typeof found === 'string' ? found : word.replaceAll('-', ' ')
}

/** Names in messages that do not belong to a user: the game master and the server. */
export const THE_GM = 'the master'
const ROLES = [THE_GM, 'the table']

/** Who did something: a player's own name, or a role in the reader's language. */
export function actor(name: string): string {
  return ROLES.includes(name) ? term(name) : name
}

/** The server's reason, by key and in English. */
export interface Reason {
  why?: string
  key?: string
  values?: Readonly<Record<string, string | number>>
}

/** Values of refusals that are game terms. The others are names, numbers and places. */
const TERMS = ['kind', 'state']

/** Why the server refused, in the reader's language; in English if this page has no text for the key. */
export function refusal({ why = '', key = '', values = {} }: Reason): string {
  const text = words.find('refusals', key)
  if (typeof text !== 'string') return why
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (typeof value === 'number') return value.toLocaleString(words.language)
    return value === undefined ? whole : TERMS.includes(name) ? term(value) : value
  })
}
