import type { MasterAction } from '../protocol/messages.gen'
import { actions } from '../words/server/en.gen'
import type { Tile } from '../protocol/types'
import type { StageModel } from './stage.svelte'
import { tileName } from './tiles'
import { t, term, words } from '../words/words.svelte'

/** `{field}`, or `{field?this:that}`: `that` if the field is false or null. */
const FIELD = /\{(\w+)(?:\?([^:}]*):([^}]*))?\}/g

/** Fields that hold a term of the game. */
const TERMS = ['state', 'kind', 'darkness']

/** A description of a change, for the list of unsaved changes. */
export function describe(action: MasterAction, stage: StageModel | null): string {
  const fields = action as unknown as Readonly<Record<string, unknown>>
  // The playground has actions that tables do not have.
  const english: string | undefined = actions[action.t]
  const translated = words.find('actions', action.t)
  const text = typeof translated === 'string' ? translated : (english ?? t('table.changeMap'))
  return text.replace(FIELD, (_, field: string, yes?: string, no?: string) => {
    const value = fields[field]
    if (yes !== undefined) return value === false || value === null ? (no ?? '') : yes
    return fieldWords(field, value, stage)
  })
}

function fieldWords(field: string, value: unknown, stage: StageModel | null): string {
  if (field === 'figure') return stage?.figures.get(String(value))?.name ?? t('table.aToken')
  if (field === 'to' || field === 'at') return tileName(stage?.grid ?? 'square', value as Tile)
  if (Array.isArray(value)) return words.language === 'en' ? count(value.length, field.replace(/s$/, '')) : String(value.length)
  return TERMS.includes(field) ? term(String(value)) : String(value)
}

export function count(number: number, thing: string): string {
  return number === 1 ? `1 ${thing}` : `${number} ${thing}s`
}

/** "bookcase" → "Bookcase". */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
