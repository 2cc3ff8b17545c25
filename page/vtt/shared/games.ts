/** The engine's rules by grid, in the order of its menu; make_vtt.py inserts them into the build. */
export interface Game {
  /** The engine's name for it: "corner" or "pack:dnd5e". */
  kind: string
  title: string
  grids: string[]
}
declare const __GAMES__: Game[]

export const games: readonly Game[] = __GAMES__
/** The default rule, which works on every grid. */
export const USUAL = 'corner'
