import type { XY } from '../geometry/plane'

/** The position and kind of a pointer. */
export interface PointerPlace {
  paper: XY
  /** In pixels of the map's box. */
  screen: XY
  shift: boolean
  ctrl: boolean
  /** A finger is less precise than a mouse. */
  coarse: boolean
}
/** What a tool does with a pointer. */
export interface MapTool {
  /** Return whether the tool handles a following drag. Otherwise it moves the map. */
  press(at: PointerPlace): boolean
  drag(at: PointerPlace): void
  release(at: PointerPlace, dragged: boolean): void
  cancel(): void
  hover(at: PointerPlace | null): void
  menu(at: PointerPlace): void
}
