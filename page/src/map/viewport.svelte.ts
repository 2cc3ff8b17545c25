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
 * same, and everything is sharp. Only `drawn` is watched by what is drawn: a step of a gesture calls
 * the few that `follow`, and nothing else.
 */
class Viewport {
  #zoom: Zoom = { k: 32, x: 0, y: 0 }
  #drawn = $state.raw<Zoom>(this.#zoom)
  #resting: ReturnType<typeof setTimeout> | undefined
  /** When the last step of a gesture was. */
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

  /** Where a gesture has the map for now. */
  slide(next: Zoom): void {
    const by = next.k / this.#drawn.k
    if (by > BLURRED || by < 1 / BLURRED) this.zoom = next
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

  /** From an effect: place something now, when what it is made of changes, and with every step of a gesture. */
  follow(place: () => void): void {
    $effect(place)
    $effect(() => {
      this.#followers.add(place)
      return () => void this.#followers.delete(place)
    })
  }
}

/** The way from where something is drawn to where it is shown, as CSS has it. */
export function way(drawn: Zoom, { k, x, y }: Zoom): string {
  const by = k / drawn.k
  return `translate(${x - drawn.x * by}px, ${y - drawn.y * by}px) scale(${by})`
}

export const viewport = new Viewport()
