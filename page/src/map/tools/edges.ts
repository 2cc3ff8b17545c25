/** Walls, doors and gates on edges: a click for one, for walls a drag from corner to corner. */
import type { Carried, Tile } from '../../protocol/protocol'
import { edgeKey } from '../../state/tiles'
import { ui } from '../../state/sight.svelte'
import { nearestCorner, walkCorners } from '../geometry/corners'
import type { At, Hand } from '../input/gestures'
import type { XY } from '../geometry/plane'
import { scene } from '../scene.svelte'
import { sketch } from './draft.svelte'
import { openMenu, setEdges } from './menus'

type EdgePair = [Tile, Tile]
/** In tiles: while the pointer is farther from every corner, the wall waits. */
const CORNER_REACH = 0.42

export class EdgeHand implements Hand {
  #edges = new Map<string, EdgePair>()
  #corner: Tile | null = null
  #clears = false

  press(at: At): boolean {
    this.#edges = new Map()
    this.#corner = nearestCorner(scene.plane, at.paper)
    const edge = edgeAt(at.paper)
    // Pressed on what the tool makes, it takes that away.
    this.#clears = !!edge && scene.edges.get(edgeKey(...edge))?.carries === carries()
    return carries() === 'wall' && this.#corner !== null
  }

  drag(at: At): void {
    if (!this.#corner) return
    const corner = nearestCorner(scene.plane, at.paper, CORNER_REACH)
    if (!corner) return
    for (const edge of walkCorners(scene.plane, this.#corner, corner)) {
      if (edge.every((tile) => scene.isKnown(tile))) this.#edges.set(edgeKey(...edge), edge)
    }
    this.#corner = corner
    sketch.edges = { edges: [...this.#edges.values()], carries: this.#clears ? null : carries() }
  }

  release(at: At, dragged: boolean): void {
    const edge = edgeAt(at.paper)
    const edges = dragged ? [...this.#edges.values()] : edge ? [edge] : []
    const clears = this.#clears
    this.cancel()
    setEdges(edges, clears ? null : carries())
  }

  cancel(): void {
    this.#edges = new Map()
    this.#corner = null
    sketch.edges = null
  }

  hover(at: At | null): void {
    sketch.tile = null
    const edge = at && edgeAt(at.paper)
    const shown = sketch.edges?.edges[0]
    if (edge && shown && edgeKey(...edge) === edgeKey(...shown)) return
    const clears = edge && scene.edges.get(edgeKey(...edge))?.carries === carries()
    sketch.edges = edge ? { edges: [edge], carries: clears ? null : carries() } : null
  }

  menu(at: At): void {
    openMenu(at, null, scene.barrierAt(at.paper, 0.3))
  }
}

function carries(): Carried {
  return ui.tool === 'door' || ui.tool === 'gate' ? ui.tool : 'wall'
}

function edgeAt(place: XY): EdgePair | null {
  const { a, b } = scene.plane.nearestEdge(place)
  return scene.isKnown(a) && scene.isKnown(b) ? [a, b] : null
}
