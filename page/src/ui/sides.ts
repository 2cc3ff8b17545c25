import type { Side } from '../protocol/messages.gen'
import { t } from '../words/words.svelte'
import type { PlainKey } from '../words/catalog'

export const SIDES: readonly { name: Side; title: PlainKey }[] = [
  { name: 'hero', title: 'common.hero' },
  { name: 'ally', title: 'common.ally' },
  { name: 'enemy', title: 'common.enemy' },
  { name: 'neutral', title: 'common.neutral' },
]

export function sideTitle(side: Side): string {
  return t(SIDES.find(({ name }) => name === side)?.title ?? 'common.neutral')
}
