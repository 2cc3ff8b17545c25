/** Walls, doors and gates on edges: click for one, or drag from corner to corner for walls. */
import type { ThresholdKind } from '../../../protocol/messages.gen'
import type { Tile } from '../../../protocol/types'
import { edgeKey } from '../../../state/tiles'
import { toolbox } from '../../../state/page/toolbox.svelte'
import { nearestCorner, walkCorners } from '../../geometry/corners'
import type { XY } from '../../geometry/plane'
import { scene } from '../../scene.svelte'
import { draft } from '../draft.svelte'
import type { MapTool, PointerPlace } from '../map-tool'
import { openMenu, setEdges } from '../menus'
import { Corners, edgesRound } from './rectangle'

type EdgePair = [Tile, Tile]
/** In tiles: while the pointer is farther from every corner, the wall does not grow. */
const CORNER_REACH = 0.42

export class EdgeTool implements MapTool {
  #edges = new Map<string, EdgePair>()
  #corner: Tile | null = null
  #clears = false
  readonly #rectangle = new Corners()

  press(at: PointerPlace): boolean {
    if (drawsRooms()) {
      this.#rectangle.press(scene.plane.tileAt(at.paper))
      this.#drawRoom(at.paper)
      return true
    }
    this.#edges = new Map()
    this.#corner = nearestCorner(scene.plane, at.paper)
    const edge = edgeAt(at.paper)
    // Pressing on what the tool makes removes it.
    this.#clears = !!edge && isMadeHere(edge)
    return carries() === 'wall' && this.#corner !== null
  }

  drag(at: PointerPlace): void {
    if (this.#rectangle.first) {
      this.#drawRoom(at.paper)
      return
    }
    if (!this.#corner) return
    const corner = nearestCorner(scene.plane, at.paper, CORNER_REACH)
    if (!corner) return
    for (const edge of walkCorners(scene.plane, this.#corner, corner)) {
      if (edge.every((tile) => scene.isKnown(tile))) this.#edges.set(edgeKey(...edge), edge)
    }
    this.#corner = corner
    draft.edges = { edges: [...this.#edges.values()], carries: this.#clears ? null : carries() }
  }

  release(at: PointerPlace, dragged: boolean): void {
    if (this.#rectangle.first) {
      if (this.#rectangle.waits(scene.plane.tileAt(at.paper))) return
      const walls = this.#room(at.paper)
      this.cancel()
      if (walls.length) setEdges(walls, 'wall')
      return
    }
    const edge = edgeAt(at.paper)
    const edges = dragged ? [...this.#edges.values()] : edge ? [edge] : []
    const clears = this.#clears
    this.cancel()
    setEdges(edges, clears ? null : carries())
  }

  cancel(): void {
    this.#edges = new Map()
    this.#corner = null
    this.#rectangle.clear()
    draft.edges = null
  }

  /** Walls on all sides, except at the border of the map. */
  #room(to: XY): EdgePair[] {
    const tiles = this.#rectangle.upTo(scene.plane.tileAt(to)).filter((tile) => scene.isKnown(tile))
    return edgesRound(scene.plane, tiles).filter(([, outside]) => scene.isKnown(outside))
  }

  #drawRoom(to: XY): void {
    draft.edges = { edges: this.#room(to), carries: 'wall' }
  }

  hover(at: PointerPlace | null): void {
    draft.tile = null
    if (drawsRooms()) {
      if (at && this.#rectangle.first) this.#drawRoom(at.paper)
      else {
        const tile = at && scene.plane.tileAt(at.paper)
        draft.edges = null
        draft.tile = tile && scene.isKnown(tile) ? tile : null
      }
      return
    }
    const edge = at && edgeAt(at.paper)
    const shown = draft.edges?.edges[0]
    if (edge && shown && edgeKey(...edge) === edgeKey(...shown)) return
    const clears = edge && isMadeHere(edge)
    draft.edges = edge ? { edges: [edge], carries: clears ? null : carries() } : null
  }

  menu(at: PointerPlace): void {
    openMenu(at, null, scene.barrierAt(at.paper, 0.3))
  }
}

function drawsRooms(): boolean {
  return toolbox.tool === 'wall' && toolbox.wallShape === 'room'
}

/** Whether the edge has what the tool makes. */
function isMadeHere(edge: EdgePair): boolean {
  const there = scene.edges.get(edgeKey(...edge))
  return there?.carries === carries() && (there.stops ?? '') === toolbox.stops
}

function carries(): ThresholdKind {
  return toolbox.tool === 'door' || toolbox.tool === 'gate' ? toolbox.tool : 'wall'
}

function edgeAt(place: XY): EdgePair | null {
  const { a, b } = scene.plane.nearestEdge(place)
  return scene.isKnown(a) && scene.isKnown(b) ? [a, b] : null
}
