/** Drawing without a pointer: the arrow keys move a cursor over the tiles, where the tool works. */
import type { Tile } from '../../protocol/types'
import { light } from '../../state/sight/light.svelte'
import { names } from '../../state/names.svelte'
import { rights } from '../../state/rights.svelte'
import { selection } from '../../state/page/selection.svelte'
import { table } from '../../state/table.svelte'
import { edgeKey, key, sameTile, tileName, tileOf } from '../../state/tiles'
import { toolbox } from '../../state/page/toolbox.svelte'
import { halfway, type XY } from '../geometry/plane'
import { scene } from '../scene.svelte'
import type { MapTool, PointerPlace } from '../tools/map-tool'
import { viewport } from '../viewport.svelte'
import { t, term } from '../../words/words.svelte'

const ON_EDGES: readonly string[] = ['wall', 'door', 'gate', 'erase']

/** Whether the tool works on edges. A room is drawn from tile to tile. */
function onEdges(): boolean {
  return ON_EDGES.includes(toolbox.tool) && !(toolbox.tool === 'wall' && toolbox.wallShape === 'room')
}

class Cursor {
  /** Its tile; null while a pointer is used. */
  tile = $state.raw<Tile | null>(null)

  #hint = $state('')
  /** Its last tile, kept while a pointer is used. */
  #last: Tile | null = null

  /** The description of the place for a screen reader, updated whenever something changes there. */
  readonly spoken: string = $derived.by(() => {
    const { tile } = this
    if (rights.tool === 'point') return ''
    if (!tile) return this.#hint
    const { plane } = scene
    const name = (each: Tile) => tileName(plane.grid, each)
    const ground = table.stage?.ground.get(key(tile)) === '#' ? term('rock') : term('floor')
    const terrain = scene.terrain.get(key(tile))
    const sides = plane.neighbors(tile).flatMap((other) => {
      const thing = scene.edges.get(edgeKey(tile, other))
      return thing ? [t('map.sideTowards', { kind: term(thing.carries), state: thing.state && ` (${term(thing.state)})`, tile: name(other) })] : []
    })
    const here = scene.figures.filter((figure) =>
      plane.footprint(scene.at(figure), figure.size).some((each) => sameTile(each, tile)),
    )
    const lamp = light.lampAt(tile)
    const bright = [term(light.wordAt(tile)), lamp ? t(lamp.on ?? true ? 'map.lightOn' : 'map.lightOff') : ''].filter(Boolean)
    return [name(tile), ground, ...bright, ...(terrain ? [term(terrain)] : []), ...here.map(({ id }) => names.of(id)), ...sides].join(', ')
  })

  /** Handle the selection of a tool by its key. */
  takenUp(title: string): void {
    const use = onEdges() ? t('map.useOnEdge') : t('map.useOnTile')
    this.#hint = t('map.cursorHint', { tool: title, use })
  }

  /** Move by one step or, with Shift, choose the edge in that direction. */
  step(by: Tile, shift: boolean, tool: MapTool): void {
    const here = this.tile
    if (!here) {
      this.#goTo(this.#last && scene.isKnown(this.#last) ? this.#last : beginning(), tool)
      return
    }
    const to: Tile = [here[0] + by[0], here[1] + by[1]]
    if (!shift) this.#goTo(scene.isKnown(to) ? to : here, tool)
    else if (onEdges() && scene.plane.neighbors(here).some((each) => sameTile(each, to))) {
      click(halfway(scene.plane.edge(here, to)), tool)
    }
  }

  /** Enter does what a click would do. For edges, Shift and an arrow choose one. */
  press(tool: MapTool, shift = false): void {
    if (this.tile && (!onEdges() || toolbox.tool === 'erase')) click(spot(this.tile), tool, shift)
  }

  #goTo(tile: Tile | null, tool: MapTool): void {
    this.tile = this.#last = tile
    if (!tile) return
    viewport.board?.show(tile)
    if (!onEdges()) tool.hover(at(spot(tile)))
  }
}

/** The point on a tile where the tool works: free walls go from corner to corner. */
function spot(tile: Tile): XY {
  if (toolbox.tool !== 'free') return scene.plane.center(tile)
  return scene.plane.corners(tile).reduce((best, each) => (each[0] + each[1] < best[0] + best[1] ? each : best))
}

function at(paper: XY, shift = false): PointerPlace {
  // A wall continues from its last end until Esc, because there is no button to hold.
  return { paper, screen: [0, 0], shift: shift && toolbox.tool === 'stairs', ctrl: toolbox.tool === 'free', coarse: false }
}

function click(paper: XY, tool: MapTool, shift = false): void {
  tool.press(at(paper, shift))
  tool.release(at(paper, shift), false)
}

/** The tile of the selected figure, or the first one of the map. */
function beginning(): Tile | null {
  if (selection.figure) return scene.at(selection.figure)
  const first = table.stage?.ground.keys().next().value
  return first === undefined ? null : tileOf(first)
}

export const cursor = new Cursor()
