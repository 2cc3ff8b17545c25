/** The rules of the engine by grid, in the order of its menu: make_vtt.py writes them into the build. */
export interface Game {
  /** As the engine calls it: "corner" or "pack:dnd5e". */
  kind: string
  title: string
  grids: string[]
}
declare const __GAMES__: Game[]

export const games: readonly Game[] = __GAMES__
/** The rule where nobody chose one: it works on every grid. */
export const USUAL = 'corner'
