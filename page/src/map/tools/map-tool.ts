import type { XY } from '../geometry/plane'

/** Where a pointer is, and how it points. */
export interface PointerPlace {
  paper: XY
  /** In pixels of the map's box. */
  screen: XY
  shift: boolean
  ctrl: boolean
  /** A finger covers more than a mouse's tip. */
  coarse: boolean
}
/** What a tool does with a pointer. */
export interface MapTool {
  /** Is the drag that may follow the tool's? Otherwise it moves the map. */
  press(at: PointerPlace): boolean
  drag(at: PointerPlace): void
  release(at: PointerPlace, dragged: boolean): void
  cancel(): void
  hover(at: PointerPlace | null): void
  menu(at: PointerPlace): void
}
