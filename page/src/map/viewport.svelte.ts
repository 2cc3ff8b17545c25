import type { FigureOrTile } from '../protocol/messages.gen'
import type { Zoom } from './geometry/camera'

/** Functions of the map for other parts of the page. */
export interface BoardHandle {
  fit(): void
  zoomBy(factor: number): void
  /** Bring a figure or tile into view. */
  show(place: FigureOrTile): void
}

/** Milliseconds without a gesture after which the map is redrawn. */
const AT_REST = 160
/** How far the sliding picture may be enlarged before it is redrawn: it is only blurred. */
const LARGER = 4
/** How far it may be shrunk: what was outside of the window must still be drawn. */
const SMALLER = 2

/**
 * The position of the map in its window, and the current board. Drawing a large map takes longer
 * than a frame. During a gesture the map slides as a picture: the browser's compositor moves what
 * was drawn at `drawn` to `zoom`. At rest both are equal and everything is sharp. Drawing code
 * depends only on `drawn`; a gesture step calls only the functions passed to `follow`.
 */
class Viewport {
  #zoom: Zoom = { k: 32, x: 0, y: 0 }
  #drawn = $state.raw<Zoom>(this.#zoom)
  #resting: ReturnType<typeof setTimeout> | undefined
  /** The time of the last gesture step. */
  #moved = 0
  readonly #followers = new Set<() => void>()
  board = $state.raw<BoardHandle | null>(null)

  get zoom(): Zoom {
    void this.#drawn
    return this.#zoom
  }

  set zoom(next: Zoom) {
    clearTimeout(this.#resting)
    this.#resting = undefined
    this.#zoom = this.#drawn = next
  }

  get drawn(): Zoom {
    return this.#drawn
  }

  /** Set the temporary position during a gesture. */
  slide(next: Zoom): void {
    const by = next.k / this.#drawn.k
    if (by > LARGER || by < 1 / SMALLER) this.zoom = next
    else {
      this.#zoom = next
      for (const place of this.#followers) place()
      this.#moved = performance.now()
      this.#resting ??= setTimeout(() => this.#rest(), AT_REST)
    }
  }

  #rest(): void {
    const left = this.#moved + AT_REST - performance.now()
    this.#resting = left > 1 ? setTimeout(() => this.#rest(), left) : undefined
    if (left <= 1) this.#drawn = this.#zoom
  }

  /** Call from an effect: position something now, when its inputs change, and at every gesture step. */
  follow(place: () => void): void {
    $effect(place)
    $effect(() => {
      this.#followers.add(place)
      return () => void this.#followers.delete(place)
    })
  }
}

/** The CSS transform from the drawn position to the shown one. */
export function way(drawn: Zoom, { k, x, y }: Zoom): string {
  const by = k / drawn.k
  return `translate(${x - drawn.x * by}px, ${y - drawn.y * by}px) scale(${by})`
}

export const viewport = new Viewport()
