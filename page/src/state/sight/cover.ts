/** Degrees of cover as text and as symbols. Each game has its own: "half", "lesser", "soft" ... */
import { capital } from '../words'
import { t, term } from '../../words/words.svelte'

/** "half cover", "no cover", "partial cover", "none or half". */
export function coverPhrase(degree: string): string {
  if (!degree) return ''
  if (degree === 'none') return t('sight.noCover')
  const [first = '', second] = degree.split(' or ')
  if (second !== undefined) return t('common.or', { a: term(first), b: term(second) })
  return degree.endsWith('cover') ? term(degree) : t('sight.coverOf', { degree: term(degree) })
}

/** The same, as a title. */
export function coverWords(degree: string): string {
  return capital(coverPhrase(degree))
}

/** The degree with its effect: most games state both in one sentence. */
export function coverSentence(degree: string, effect: string): string {
  const words = coverWords(degree)
  if (!effect || degree === 'none') return words
  return effect.toLowerCase().startsWith(words.toLowerCase()) ? capital(effect) : `${words}: ${effect}`
}

const SIGNS: ReadonlyMap<string, string> = new Map([['none', '✓'], ['half', '½'], ['three-quarters', '¾']])

/** A separate symbol for each degree, for cells without space for text. */
export function coverSigns(degrees: readonly string[]): ReadonlyMap<string, string> {
  const signs = new Map<string, string>()
  const taken = new Set(SIGNS.values())
  for (const degree of degrees) {
    let sign = SIGNS.get(degree) ?? (degree.includes(' or ') ? '?' : '')
    for (let length = 1; !sign && length <= degree.length; length++) {
      const start = capital(degree.slice(0, length))
      if (!taken.has(start)) sign = start
    }
    taken.add(sign)
    signs.set(degree, sign || degree)
  }
  return signs
}
