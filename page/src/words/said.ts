/**
 * Texts that the server sends as a template and values: `{"say": "the rock on {tile}", "with": {"tile": "C3"}}`.
 *
 * The English template is the key of the catalogs in `said/`. A translation may have `[der|dem|den]` for the nominative, the dative
 * and the accusative; `{what:dat}` asks a value for its dative. Values without a case take that of the text around them.
 */
import { term, words } from './words.svelte'

type Case = 'nom' | 'dat' | 'acc'
type Value = string | number | Said | Value[]
interface Said {
  say: string
  with?: Readonly<Record<string, Value>>
}

const CASES: readonly string[] = ['nom', 'dat', 'acc'] satisfies Case[]
const PLACEHOLDER = /\{(\w+)(?::(\w+|,))?\}/g
const MARK = '"say":'

/** A message of the server, with its texts in the reader's language. */
export function received<T>(json: string): T {
  const message: unknown = JSON.parse(json)
  return (json.includes(MARK) ? worded(message) : message) as T
}

/** The same value, with every text in it in the reader's language. */
export function worded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(worded)
  if (typeof value !== 'object' || value === null) return value
  if (isSaid(value)) return text(value, 'nom')
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, worded(each)]))
}

function isSaid(value: object): value is Said {
  return typeof (value as Said).say === 'string'
}

function text({ say, with: values = {} }: Said, inCase: Case): string {
  const known = words.find('said', say)
  // Kinds of terrain and similar terms are in the catalogs only once.
  const template = typeof known === 'string' ? known.replace(/\[([^\]|]*)\|([^\]|]*)\|([^\]|]*)\]/g, (_, ...forms: string[]) => forms[CASES.indexOf(inCase)] ?? '') : Object.keys(values).length || say.includes(' ') ? say : term(say)
  const filled = template.replace(PLACEHOLDER, (whole, name: string, form = '') => {
    const found = values[name]
    if (found === undefined) return whole
    return shaped(valueText(found, CASES.includes(form) ? (form as Case) : inCase, form), form)
  })
  return words.language === 'es' ? filled.replace(/\b([ad]e?) el (?=\p{L})/gu, '$1l ') : filled
}

function valueText(value: Value, inCase: Case, form: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return value.toLocaleString(words.language, { useGrouping: form === ',', maximumFractionDigits: 6 })
  if (Array.isArray(value)) return listed(value.map((each) => valueText(each, inCase, '')))
  return text(value, inCase)
}

function shaped(value: string, form: string): string {
  if (form === 'sentences') return value.replace(/(^|[.] )(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
  if (form === 'cap') return value.charAt(0).toUpperCase() + value.slice(1)
  return form === 'low' ? value.charAt(0).toLowerCase() + value.slice(1) : value
}

function listed(names: string[]): string {
  const and = { en: 'and', de: 'und', es: 'y' }[words.language]
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1) ?? ''}`
}
