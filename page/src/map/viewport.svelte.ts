import type { FigureOrTile } from '../protocol/messages.gen'
import type { Zoom } from './geometry/camera'

/** What the map can be asked to do from outside of it. */
export interface BoardHandle {
  fit(): void
  zoomBy(factor: number): void
  /** Bring a figure or tile into view. */
  show(place: FigureOrTile): void
}

/** Where the map lies in its window, and the board that is drawn there, if one is. */
class Viewport {
  zoom = $state.raw<Zoom>({ k: 32, x: 0, y: 0 })
  board = $state.raw<BoardHandle | null>(null)
}

export const viewport = new Viewport()
