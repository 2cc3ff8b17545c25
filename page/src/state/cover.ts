/** Degrees of cover in words and in signs. Each game has its own: "half", "lesser", "soft" ... */
import { capital, terrainWords } from './words'

/** "Half cover", "No cover", "Partial cover", "None or half". */
export function coverWords(degree: string): string {
  if (!degree) return ''
  if (degree === 'none') return 'No cover'
  const words = capital(terrainWords(degree))
  return degree.includes(' or ') || /cover$/.test(degree) ? words : `${words} cover`
}

/** The degree with what it does: games mostly say both in one sentence. */
export function coverSentence(degree: string, effect: string): string {
  const words = coverWords(degree)
  if (!effect || degree === 'none') return words
  return effect.toLowerCase().startsWith(words.toLowerCase()) ? capital(effect) : `${words}: ${effect}`
}

const SIGNS: ReadonlyMap<string, string> = new Map([['none', '✓'], ['half', '½'], ['three-quarters', '¾']])

/** A sign of its own for each degree, for cells that have no room for words. */
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
