import type { Place, SightAnswer, Verdict } from '../../protocol/protocol'
import type { Figure } from '../../state/stage.svelte'
import { key, tileOf } from '../../state/tiles'

/** A place as the value of an option: ids have no comma, tiles do. */
export function placeValue(place: Place | null): string {
  if (place === null) return ''
  return typeof place === 'string' ? place : key(place)
}

export function placeFrom(value: string): Place | null {
  if (!value) return null
  return value.includes(',') ? tileOf(value) : value
}

/** People first, then furniture, each by name; those of one name by where they stand. */
export function sorted(figures: Iterable<Figure>): Figure[] {
  return [...figures].sort(
    (a, b) =>
      Number(a.furniture) - Number(b.furniture) ||
      a.name.localeCompare(b.name, undefined, { numeric: true }) ||
      a.at[1] - b.at[1] ||
      a.at[0] - b.at[0],
  )
}

/** What counts now: the master's ruling, where there is one. */
export function settled(answer: SightAnswer): Verdict {
  if (answer.verdict !== 'ambiguous') return answer.verdict
  if (!answer.ruled) return 'ambiguous'
  return answer.visible ? 'visible' : 'hidden'
}

export const VERDICT_WORDS: Record<Verdict, string> = {
  visible: 'Visible',
  hidden: 'Hidden',
  ambiguous: 'Too close to call',
}

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** A ruling's time as people here tell it: "at 21:40", or "on 15 Nov". */
export function friendly(words: string): string {
  return words.replace(/on (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC/g, (_, date: string, time: string) => {
    const when = new Date(`${date}T${time}Z`)
    const today = when.toDateString() === new Date().toDateString()
    return today ? `at ${hour.format(when)}` : `on ${day.format(when)}`
  })
}

/** The reason without the verdict around it, which is shown in large letters already. */
export function reason(answer: string): string {
  const words = answer
    .replace(/^.* (?=By the rule alone: )/, '')
    .replace(/^(Visible|Hidden|Too close to call): /, '')
    .replace(/ It awaits the (game )?master's ruling, and counts as hidden until then\.$/, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
