import type { SightAnswer } from '../../protocol/messages.gen'
import type { Verdict } from '../../protocol/types'
import { t } from '../../words/words.svelte'
import type { PlainKey } from '../../words/catalog'

/** The final verdict: the game master's ruling, if there is one. */
export function settled(answer: SightAnswer): Verdict {
  if (answer.verdict !== 'ambiguous') return answer.verdict
  if (!answer.ruled) return 'ambiguous'
  return answer.visible ? 'visible' : 'hidden'
}

const TITLES: Record<Verdict, PlainKey> = {
  visible: 'sight.visible',
  hidden: 'sight.hidden',
  ambiguous: 'sight.ambiguous',
}

export function verdictWords(verdict: Verdict): string {
  return t(TITLES[verdict])
}
