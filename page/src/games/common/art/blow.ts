type XY = readonly [number, number]

/** A visible effect on a board: a hit, a miss, or a defeat. */
export interface Blow {
  kind: 'hit' | 'miss' | 'fell'
  at: XY
  text: string
  /** The positions of the attackers. */
  from?: readonly XY[]
  /** The drawing that falls over. */
  name?: string
  side?: string
}
