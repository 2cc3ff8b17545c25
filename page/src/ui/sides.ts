import type { Side } from '../protocol/messages.gen'

export const SIDES: readonly { name: Side; title: string }[] = [
  { name: 'hero', title: 'Hero' },
  { name: 'ally', title: 'Ally' },
  { name: 'enemy', title: 'Enemy' },
  { name: 'neutral', title: 'Neutral' },
]

export function sideTitle(side: Side): string {
  return SIDES.find(({ name }) => name === side)?.title ?? 'Neutral'
}
