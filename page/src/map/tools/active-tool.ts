import { ui, type Tool } from '../../state/sight.svelte'
import type { At, Hand } from '../input/gestures'
import { sketch } from './draft.svelte'
import { EdgeHand } from './edges'
import { FreeHand } from './free-wall'
import { PlaceHand } from './place'
import { PointHand } from './point'
import { StrokeHand } from './stroke'

/** The hand of the tool in use; a gesture ends with the hand it began with. */
export class Hands implements Hand {
  readonly #hands: Record<Tool, Hand>
  #busy: Hand | null = null

  constructor(element: SVGSVGElement) {
    const point = new PointHand(element)
    const stroke = new StrokeHand()
    const edges = new EdgeHand()
    const place = new PlaceHand()
    this.#hands = {
      point,
      paint: stroke,
      erase: stroke,
      height: stroke,
      wall: edges,
      door: edges,
      gate: edges,
      free: new FreeHand(),
      figure: place,
      furniture: place,
    }
  }

  get #hand(): Hand {
    // Players, and a master who looks through a player's eyes, only point.
    return this.#hands[ui.mayEdit ? ui.tool : 'point']
  }

  press(at: At): boolean {
    sketch.menu = null
    this.#busy = this.#hand
    return this.#busy.press(at)
  }

  drag(at: At): void {
    this.#busy?.drag(at)
  }

  release(at: At, dragged: boolean): void {
    const hand = this.#busy
    this.#busy = null
    hand?.release(at, dragged)
  }

  cancel(): void {
    const hand = this.#busy ?? this.#hand
    this.#busy = null
    hand.cancel()
  }

  hover(at: At | null): void {
    this.#hand.hover(at)
  }

  menu(at: At): void {
    this.#hand.menu(at)
  }

  /** The tool was changed: nothing of the old one stays on the map. */
  changed(): void {
    for (const hand of Object.values(this.#hands)) hand.cancel()
    this.#busy = null
    sketch.clear()
  }
}
