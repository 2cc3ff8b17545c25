/** The game master's rulings as sentences, with times in the local format. */
import type { LapsedRuling, RulingInfo, RulingNote } from '../protocol/messages.gen'

import { coverWords } from '../state/sight/cover'
import { actor, t, THE_GM, words } from '../words/words.svelte'

/** Browsers parse almost anything as a date: "session 12" becomes one in December. */
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** "at 21:40" for today, else "on 15 Nov"; text that is not a time stays unchanged. */
export function timeWords(when: string, now = new Date()): string {
  if (!ISO_TIME.test(when)) return t('sight.onDay', { day: when })
  const time = new Date(when)
  const { language } = words
  return time.toDateString() === now.toDateString()
    ? t('sight.atTime', { time: time.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' }) })
    : t('sight.onDay', { day: time.toLocaleDateString(language, { day: 'numeric', month: 'short' }) })
}

/** For one line of sight: "Visible, by Eve at 21:40: the rock is low". Players do not learn when and why. */
export function ruledWords({ visible, by, when, why, degree }: RulingNote): string {
  const verdict = degree && visible ? coverWords(degree) : t(visible ? 'sight.visible' : 'sight.hidden')
  const lower = verdict.toLocaleLowerCase(words.language)
  if (!when) return by === THE_GM ? t('sight.ruledByGm', { verdict: lower }) : t('sight.ruledBy', { verdict: lower, by })
  return t('sight.ruledAt', { verdict, by: actor(by), when: timeWords(when) }) + after(': ', why)
}

export function lapsedWords({ ruling: { visible, by, when, why }, because }: LapsedRuling): string {
  return t(visible ? 'sight.lapsedVisible' : 'sight.lapsedHidden', {
    by: actor(by),
    when: after(' ', when && timeWords(when)),
    why: why ? ` (${why})` : '',
    because,
  })
}

/** For the list: "Mira and Orc see each other, by Eve on 15 Nov: low". */
export function rulingWords({ a, b, ruling: { visible, by, when, why } }: RulingInfo): string {
  return t(visible ? 'sight.ruledSee' : 'sight.ruledNotSee', { a, b, by: actor(by) }) + after(' ', when && timeWords(when)) + after(': ', why)
}

/** The status of a ruling: "undone: by Eve at 21:40: too far". */
export function statusReason({ because, undone }: RulingInfo): string {
  return undone ? t('sight.undoneBy', { by: actor(undone.by), when: timeWords(undone.when) }) + after(': ', undone.why) : (because ?? '')
}

function after(separator: string, text: string | undefined): string {
  return text ? separator + text : ''
}
