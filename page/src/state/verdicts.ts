import type { SightAnswer } from '../protocol/messages.gen'
import type { Verdict } from '../protocol/types'

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
