import type { FigureOrTile } from '../protocol/messages.gen'
import type { Zoom } from './geometry/camera'

/** What the map can be asked to do from outside of it. */
export interface BoardHandle {
  fit(): void
  zoomBy(factor: number): void
  /** Bring a figure or tile into view. */
  show(place: FigureOrTile): void
}

/** Milliseconds without a gesture after which the map is drawn anew. */
const AT_REST = 160
/** How much larger or smaller than drawn the sliding picture may be shown. */
const BLURRED = 2

/**
 * Where the map lies in its window, and the board that is drawn there, if one is.
 *
 * To draw a large map takes longer than a frame. While a hand moves it, the map slides as a picture:
 * the browser's compositor moves what is drawn at `drawn` to where `zoom` says. At rest both are the
 * same, and everything is sharp.
 */
class Viewport {
  #zoom = $state.raw<Zoom>({ k: 32, x: 0, y: 0 })
  #drawn = $state.raw<Zoom>(this.#zoom)
  #resting: ReturnType<typeof setTimeout> | undefined
  board = $state.raw<BoardHandle | null>(null)

  get zoom(): Zoom {
    return this.#zoom
  }

  set zoom(next: Zoom) {
    clearTimeout(this.#resting)
    this.#zoom = this.#drawn = next
  }

  get drawn(): Zoom {
    return this.#drawn
  }

  /** Where a gesture has the map for now. */
  slide(next: Zoom): void {
    const by = next.k / this.#drawn.k
    if (by > BLURRED || by < 1 / BLURRED) this.zoom = next
    else {
      this.#zoom = next
      clearTimeout(this.#resting)
      this.#resting = setTimeout(() => (this.#drawn = this.#zoom), AT_REST)
    }
  }

  /** The way of the sliding picture, as CSS has it. */
  get way(): string {
    const [{ k, x, y }, drawn] = [this.#zoom, this.#drawn]
    const by = k / drawn.k
    return `translate(${x - drawn.x * by}px, ${y - drawn.y * by}px) scale(${by})`
  }
}

export const viewport = new Viewport()
