type XY = readonly [number, number]

/** Something that is felt on a board: a hit, a miss, or a defeat. */
export interface Blow {
  kind: 'hit' | 'miss' | 'fell'
  at: XY
  text: string
  /** Where the attackers stand. */
  from?: readonly XY[]
  /** Whose drawing falls over. */
  name?: string
  side?: string
}
