/** Rulings of the master in sentences, with times as people here tell them. */
import type { LapsedRuling, RulingInfo, RulingNote } from '../protocol/messages.gen'

import { coverWords } from '../state/cover'

/** Browsers make a date of almost anything: "session 12" is one in December. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** "at 21:40" for today, else "on 15 Nov"; what is no time stays as it is. */
export function timeWords(when: string, now = new Date()): string {
  if (!ISO_TIME.test(when)) return `on ${when}`
  const time = new Date(when)
  return time.toDateString() === now.toDateString() ? `at ${hour.format(time)}` : `on ${day.format(time)}`
}

/** Of a look: "Visible, by Eve at 21:40: the rock is low". Players do not learn when and why. */
export function ruledWords({ visible, by, when, why, degree }: RulingNote): string {
  const what = degree && visible ? coverWords(degree) : visible ? 'Visible' : 'Hidden'
  if (!when) return `Ruled ${what.toLowerCase()} by ${by}.`
  return `${what}, by ${by} ${timeWords(when)}${after(': ', why)}`
}

export function lapsedWords({ ruling: { visible, by, when, why }, because }: LapsedRuling): string {
  const reason = why ? ` (${why})` : ''
  return `Ruled ${visible ? 'visible' : 'hidden'} by ${by}${after(' ', when && timeWords(when))}${reason}, but ${because}.`
}

/** In the list of all: "Mira and Orc see each other, by Eve on 15 Nov: low". */
export function rulingWords({ a, b, ruling: { visible, by, when, why } }: RulingInfo): string {
  const verb = visible ? 'see' : 'do not see'
  return `${a} and ${b} ${verb} each other, by ${by}${after(' ', when && timeWords(when))}${after(': ', why)}`
}

/** What became of a ruling: "taken back: by Eve at 21:40: too far". */
export function statusReason({ because, undone }: RulingInfo): string {
  return undone ? `by ${undone.by} ${timeWords(undone.when)}${after(': ', undone.why)}` : (because ?? '')
}

function after(separator: string, text: string | undefined): string {
  return text ? separator + text : ''
}
