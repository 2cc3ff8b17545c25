/** The pointer tool: select, check lines of sight, drag figures, open doors. */
import type { FigureOrTile } from '../../protocol/messages.gen'
import type { Tile } from '../../protocol/types'
import { measuring } from '../../state/measure/measuring.svelte'
import { layout } from '../../state/page/layout.svelte'
import { rights } from '../../state/rights.svelte'
import { selection } from '../../state/page/selection.svelte'
import type { Figure } from '../../state/stage.svelte'
import { GROUND, storeys } from '../../state/storeys.svelte'
import { table } from '../../state/table.svelte'
import { samePlace, sameTile } from '../../state/tiles'
import type { XY } from '../geometry/plane'
import { moveFigure } from '../move-figure'
import { scene, type Barrier } from '../scene.svelte'
import { viewport } from '../viewport.svelte'
import { draft } from './draft.svelte'
import type { MapTool, PointerPlace } from './map-tool'
import { openMenu, toggleDoor } from './menus'

/** In pixels: a click within this distance counts as a click on the door. */
const DOOR_REACH = 9
const DOOR_REACH_FINGER = 18
/** Milliseconds that a dragged figure must stay on stairs to take them. */
const STAIRS_WAIT = 500

export class PointTool implements MapTool {
  #pressed: Figure | null = null
  #pressedAt: XY = [0, 0]
  #drag: Drag | null = null

  constructor(private readonly element: SVGSVGElement) {}

  press(at: PointerPlace): boolean {
    this.#pressed = whatIsAt(at).figure
    this.#pressedAt = at.paper
    return !!this.#pressed && rights.mayMove(this.#pressed.id)
  }

  drag(at: PointerPlace): void {
    // From where it was grabbed, because a fast pointer is far away at its first move.
    if (!this.#drag && this.#pressed) {
      this.#drag = new Drag(this.element, this.#pressed, this.#pressedAt)
    }
    this.#drag?.to(at.paper)
  }

  release(at: PointerPlace, dragged: boolean): void {
    const drag = this.#drag
    this.#drag = null
    this.#pressed = null
    if (dragged) drag?.drop()
    else click(at)
  }

  cancel(): void {
    this.#drag?.cancel()
    this.#drag = null
    this.#pressed = null
  }

  hover(at: PointerPlace | null): void {
    const tile = at && scene.plane.tileAt(at.paper)
    const known = tile && mayAskAbout(tile) ? tile : null
    if (!samePlace(known, draft.tile)) draft.tile = known
    if (!selection.from || selection.to) return
    const place: FigureOrTile | null = (at && known && (scene.figureAt(at.paper, false)?.id ?? known)) || null
    const on = typeof place === 'string' || !place ? GROUND : storeys.at(place)
    if (samePlace(place, selection.hover) && on === selection.hoverOn) return
    selection.hover = place
    selection.hoverOn = on
  }

  menu(at: PointerPlace): void {
    const { figure, door } = whatIsAt(at)
    openMenu(at, figure, door ?? scene.barrierAt(at.paper, DOOR_REACH / viewport.zoom.k), scene.plane.tileAt(at.paper))
  }
}

/** The shape of a figure takes precedence over a door, and a door over the figure's other tiles. */
function whatIsAt(at: PointerPlace): { figure: Figure | null; door: Barrier | null } {
  const close = scene.figureAt(at.paper, true)
  if (close && !close.furniture) return { figure: close, door: null }
  const reach = (at.coarse ? DOOR_REACH_FINGER : DOOR_REACH) / viewport.zoom.k
  const door = scene.doorAt(at.paper, Math.min(0.4, Math.max(0.12, reach)))
  if (door) return { figure: null, door }
  return { figure: close ?? scene.figureAt(at.paper, false), door: null }
}

/** Players may also ask about unknown tiles of the ground. (On squares, everyone knows where the map begins.) */
function mayAskAbout(tile: Tile): boolean {
  if (scene.isDrawn(tile)) return true
  return !storeys.floor && !rights.mayEdit && (scene.plane.grid === 'hex' || Math.min(...tile) >= 0)
}

function click(at: PointerPlace): void {
  const { figure, door } = whatIsAt(at)
  if (door) {
    toggleDoor(door)
    return
  }
  const tile = scene.plane.tileAt(at.paper)
  const place: FigureOrTile | null = figure?.id ?? (mayAskAbout(tile) ? tile : null)
  pointAt(place)
}

/**
 * The first click on a figure selects it and pins the viewer, and the next click elsewhere pins the
 * target. A click on a pinned end unpins it and, if the user may look from there, makes it the
 * viewer.
 */
export function pointAt(place: FigureOrTile | null): void {
  const own = typeof place === 'string' && rights.mayLookFrom(place) ? place : null
  if (place === null || samePlace(place, selection.selected)) {
    if (selection.to) selection.pin(selection.from, null)
    else selection.select(null)
  } else if (own && (!selection.from || !rights.isMaster || samePlace(place, selection.from) || samePlace(place, selection.to))) {
    selection.select(own)
    layout.showSelected()
  } else if (samePlace(place, selection.to) && (typeof place === 'string' || storeys.at(place) === selection.toOn)) {
    selection.pin(selection.from, null)
  } else if (selection.from) {
    selection.pin(selection.from, place)
  } else if (!rights.isMaster) {
    lookFromOwn(place)
  }
}

/** For a player, the viewer is their own figure. */
function lookFromOwn(place: FigureOrTile): void {
  const own = ownViewer()
  if (own) selection.pin(own.id, place)
}

/** The default viewer of a player who has not selected a figure. */
export function ownViewer(): Figure | null {
  return scene.figures.find((figure) => figure.mine && figure.sighted) ?? null
}

/** A dragged figure. It moves with every frame, its visible area with every tile. */
class Drag {
  readonly #element: SVGGElement | null
  readonly #start: Tile
  readonly #rest: string
  readonly #from: XY
  #to: XY
  #frame = 0
  /** The storey that was shown when the drag began. */
  readonly #shown = storeys.current
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(
    svg: SVGSVGElement,
    private readonly figure: Figure,
    private readonly grabbed: XY,
  ) {
    this.#start = scene.at(figure)
    this.#from = scene.middle(figure)
    this.#to = grabbed
    this.#element = svg.querySelector<SVGGElement>(`[data-figure="${CSS.escape(figure.id)}"]`)
    this.#rest = this.#element?.style.transform ?? ''
    this.#element?.classList.add('held')
    // A question with both ends pinned stays, and its answer follows the dragged figure.
    if (selection.from && selection.to) selection.selected = figure.id
    else if (selection.selected !== figure.id) selection.select(figure.id)
    selection.drag = { figure: figure.id, at: this.#start }
    this.#wait(this.#start)
  }

  to(place: XY): void {
    this.#to = place
    this.#frame ||= requestAnimationFrame(() => this.#follow())
  }

  #follow(): void {
    this.#frame = 0
    const dx = this.#to[0] - this.grabbed[0]
    const dy = this.#to[1] - this.grabbed[1]
    if (this.#element) {
      this.#element.style.transform = `translate(${this.#from[0] + dx}px, ${this.#from[1] + dy}px)`
    }
    const at = this.#tile()
    const on = storeys.dropOn(this.figure, at)
    if (selection.drag && (!sameTile(selection.drag.at, at) || selection.drag.on !== on)) {
      if (!sameTile(selection.drag.at, at)) this.#wait(at)
      selection.drag = { figure: this.figure.id, at, on }
      measuring.follow({ figure: this.figure, from: this.#start, to: at, storey: on })
      draft.footprint = { at, size: this.figure.size }
    }
  }

  /** When the figure stays on stairs, switch the map to the storey they lead to. */
  #wait(at: Tile): void {
    clearTimeout(this.#waiting)
    const storey = storeys.current
    const ends = storeys.stands(this.figure) ? scene.plane.footprint(at, this.figure.size) : []
    const [beyond] = ends.flatMap((tile) => storeys.beyond({ storey, at: tile }))
    draft.stairs = beyond === undefined ? null : ends
    if (beyond === undefined) return
    this.#waiting = setTimeout(() => {
      draft.stairs = null
      if (storeys.current === storey) storeys.show(beyond)
      this.#follow()
    }, STAIRS_WAIT)
  }

  #tile(): Tile {
    const [x, y] = scene.plane.center(this.#start)
    return scene.plane.tileAt([x + this.#to[0] - this.grabbed[0], y + this.#to[1] - this.grabbed[1]])
  }

  drop(): void {
    const to = this.#tile()
    const storey = storeys.dropOn(this.figure, to)
    const gone = !table.stage?.figures.has(this.figure.id)
    const stays = sameTile(to, this.#start) && storey === undefined
    if (gone || stays || !scene.isDrawn(to)) {
      this.cancel()
      return
    }
    this.#end()
    moveFigure(this.figure.id, this.#start, to, storey)
  }

  cancel(): void {
    this.#end()
    storeys.show(this.#shown)
  }

  #end(): void {
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#waiting)
    draft.stairs = null
    this.#element?.classList.remove('held')
    // From here the figure slides back, or to its new position when the stage is updated.
    if (this.#element) this.#element.style.transform = this.#rest
    selection.drag = null
    measuring.follow(null)
    draft.footprint = null
  }
}
