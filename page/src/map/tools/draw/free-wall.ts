/** Free walls: press, drag and release to draw one. In a chain, each begins where the last ended. */
import type { Point } from '../../../protocol/types'
import { session } from '../../../state/session.svelte'
import { toolbox } from '../../../state/page/toolbox.svelte'
import { distance, type Snapped } from '../../geometry/plane'
import { scene } from '../../scene.svelte'
import { viewport } from '../../viewport.svelte'
import { draft } from '../draft.svelte'
import type { MapTool, PointerPlace } from '../map-tool'
import { newState, openMenu } from '../menus'

/** In tiles and in pixels: the larger of both snaps to an end point, but at most half a tile. */
const REACH = 0.22
const REACH_PIXELS = 12
const FARTHEST = 0.4
const SHORTEST = 0.05

export class FreeWallTool implements MapTool {
  #start: Point | null = null
  #chained = false

  press(at: PointerPlace): boolean {
    const snapped = this.#snap(at)
    if (!this.#chained || !this.#start) this.#start = snapped.point
    this.#show(snapped)
    return true
  }

  drag(at: PointerPlace): void {
    this.#show(this.#snap(at))
  }

  release(at: PointerPlace): void {
    const start = this.#start
    if (!start) return
    const end = this.#snap(at).point
    const long = distance(scene.plane.xy(start), scene.plane.xy(end)) >= SHORTEST
    const chains = toolbox.chain || at.ctrl
    if (long) {
      const carries = toolbox.freeCarries
      void session.do({ t: 'wall', ends: [start, end], carries, state: newState(carries), stops: toolbox.stops, ...toolbox.span })
      this.#start = end
    }
    // A click without a drag begins a chain: the next click is the end of its first wall.
    this.#chained = chains
    if (!chains) this.cancel()
    else this.#show(this.#snap(at))
  }

  /** Enter ends the chain and Esc cancels the current piece; both keep what was drawn. */
  cancel(): void {
    this.#start = null
    this.#chained = false
    draft.wall = null
    draft.snap = null
  }

  hover(at: PointerPlace | null): void {
    draft.tile = null
    if (at) this.#show(this.#snap(at))
    else draft.snap = null
  }

  menu(at: PointerPlace): void {
    if (this.#chained) this.cancel()
    else openMenu(at, null, scene.barrierAt(at.paper, 0.3))
  }

  #snap(at: PointerPlace): Snapped {
    if (!toolbox.snapping || at.shift) return { point: rounded(scene.plane.point(at.paper)), to: 'none' }
    const reach = Math.min(FARTHEST, Math.max(REACH, REACH_PIXELS / viewport.zoom.k))
    const snapped = scene.plane.snap(at.paper, scene.wallEnds, reach)
    return snapped.to === 'none' ? { ...snapped, point: rounded(snapped.point) } : snapped
  }

  #show(snapped: Snapped): void {
    draft.snap = snapped
    draft.wall = this.#start
      ? { start: this.#start, end: snapped.point, carries: toolbox.freeCarries }
      : null
  }
}

/** Hundredths of a tile, which is precise enough without snapping. */
function rounded([a, b]: Point): Point {
  return [Math.round(a * 100) / 100, Math.round(b * 100) / 100]
}
