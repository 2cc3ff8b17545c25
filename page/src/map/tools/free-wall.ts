/** Free walls: press, drag, release draws one; chained, each next begins where the last ended. */
import type { Point } from '../../protocol/protocol'
import { table } from '../../state/session.svelte'
import { ui } from '../../state/sight.svelte'
import type { At, Hand } from '../input/gestures'
import { distance, type Snapped } from '../geometry/plane'
import { scene } from '../scene.svelte'
import { sketch } from './draft.svelte'
import { newState, openMenu } from './menus'

/** In tiles, and in pixels: the larger of both lights up an end point, but never half a tile. */
const REACH = 0.22
const REACH_PIXELS = 12
const FARTHEST = 0.4
const SHORTEST = 0.05

export class FreeHand implements Hand {
  #start: Point | null = null
  #chained = false

  press(at: At): boolean {
    const snapped = this.#snap(at)
    if (!this.#chained || !this.#start) this.#start = snapped.point
    this.#show(snapped)
    return true
  }

  drag(at: At): void {
    this.#show(this.#snap(at))
  }

  release(at: At): void {
    const start = this.#start
    if (!start) return
    const end = this.#snap(at).point
    const long = distance(scene.plane.xy(start), scene.plane.xy(end)) >= SHORTEST
    const chains = ui.chain || at.ctrl
    if (long) {
      const carries = ui.freeCarries
      void table.do({ t: 'wall', ends: [start, end], carries, state: newState(carries) })
      this.#start = end
    }
    // A mere click begins a chain: the next click is where its first wall ends.
    this.#chained = chains
    if (!chains) this.cancel()
    else this.#show(this.#snap(at))
  }

  /** Enter ends the chain, Esc cancels the piece that is being drawn: both leave what is drawn. */
  cancel(): void {
    this.#start = null
    this.#chained = false
    sketch.wall = null
    sketch.snap = null
  }

  hover(at: At | null): void {
    sketch.tile = null
    if (at) this.#show(this.#snap(at))
    else sketch.snap = null
  }

  menu(at: At): void {
    if (this.#chained) this.cancel()
    else openMenu(at, null, scene.barrierAt(at.paper, 0.3))
  }

  #snap(at: At): Snapped {
    if (!ui.snapping || at.shift) return { point: rounded(scene.plane.point(at.paper)), to: 'none' }
    const reach = Math.min(FARTHEST, Math.max(REACH, REACH_PIXELS / ui.zoom.k))
    const snapped = scene.plane.snap(at.paper, scene.wallEnds, reach)
    return snapped.to === 'none' ? { ...snapped, point: rounded(snapped.point) } : snapped
  }

  #show(snapped: Snapped): void {
    sketch.snap = snapped
    sketch.wall = this.#start
      ? { start: this.#start, end: snapped.point, carries: ui.freeCarries }
      : null
  }
}

/** Hundredths of a tile: what nobody aimed at need not be more exact. */
function rounded([a, b]: Point): Point {
  return [Math.round(a * 100) / 100, Math.round(b * 100) / 100]
}
