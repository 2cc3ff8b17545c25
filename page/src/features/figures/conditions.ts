import type { PlainKey } from '../../words/catalog'

/** Conditions that many games have. */
export const CONDITIONS: readonly PlainKey[] = [
  'tokens.blinded',
  'tokens.charmed',
  'tokens.concentrating',
  'tokens.deafened',
  'tokens.frightened',
  'tokens.grappled',
  'tokens.invisible',
  'tokens.paralyzed',
  'tokens.poisoned',
  'tokens.prone',
  'tokens.restrained',
  'tokens.stunned',
  'tokens.unconscious',
]
