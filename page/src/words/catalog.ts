/** The types of the catalogs. English defines which keys there are; the other languages have the same. */
import type { english } from './en'
import type { dungeon } from './en/dungeon'
import type { playground } from './en/playground'
import type { quest } from './en/quest'
import type { skirmish } from './en/skirmish'
import type { actions, refusals } from './server/en.gen'

/** A text with `{name}` placeholders, or its plural forms; `{n}` decides which form is shown. */
export type Message = string | Plural
export interface Plural {
  one: string
  other: string
}

/** The same keys as the English area `T`. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Plural }

export type Core = { readonly [A in keyof typeof english]: Translated<(typeof english)[A]> }
/** What each action does. `{field?this:that}` as in English. */
export type ActionWords = { readonly [A in keyof typeof actions]: string }
/** A language other than English. English has the texts of refusals and actions from the server. */
export type Foreign = Core & {
  readonly actions: ActionWords
  readonly refusals: Translated<typeof refusals>
  /** Sentences of the server, by their English templates. */
  readonly said: Readonly<Record<string, string>>
}
/** Areas that only one page shows. */
interface Later {
  dungeon: typeof dungeon
  playground: typeof playground
  quest: typeof quest
  skirmish: typeof skirmish
}
export type LaterArea = keyof Later
type Areas = typeof english & Later

/** "area.name" of every message. */
export type Key = { [A in keyof Areas & string]: `${A}.${keyof Areas[A] & string}` }[keyof Areas & string]

type English<K extends Key> = K extends `${infer A extends keyof Areas & string}.${infer N}`
  ? N extends keyof Areas[A]
    ? Areas[A][N]
    : never
  : never
type Placeholders<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never
type Names<K extends Key> = English<K> extends infer T ? (T extends Plural ? Placeholders<T['other']> | 'n' : Placeholders<T>) : never

/** What `t` needs beside the key: nothing, or a value for every placeholder. */
export type Arguments<K extends Key> = [Names<K>] extends [never] ? [] : [Readonly<Record<Names<K>, string | number>>]

/** Keys of messages without placeholders, for tables of titles. */
export type PlainKey = { [K in Key]: [Names<K>] extends [never] ? K : never }[Key]
