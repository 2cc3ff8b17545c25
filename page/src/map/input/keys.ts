/** Keys on the map and on the whole page. They are ignored in text fields. */
import type { Tile } from '../../protocol/types'
import { layout } from '../../state/page/layout.svelte'
import { pending } from '../../state/pending.svelte'
import { rights } from '../../state/rights.svelte'
import { selection } from '../../state/page/selection.svelte'
import { session } from '../../state/session.svelte'
import type { Figure } from '../../state/stage.svelte'
import { storeys } from '../../state/storeys.svelte'
import { table } from '../../state/table.svelte'
import { toolbox } from '../../state/page/toolbox.svelte'
import { climb, moveFigure } from '../move-figure'
import { scene } from '../scene.svelte'
import type { MapTool } from '../tools/map-tool'
import { TOOLS } from '../tools/tool-list'
import { heightOf } from '../../state/heights'
import { viewport } from '../viewport.svelte'
import { cursor } from './tile-cursor.svelte'
import { t } from '../../words/words.svelte'

/** Steps on squares are (row, column), on hexes axial. */
const SQUARE: Record<string, Tile> = {
  arrowup: [-1, 0], arrowdown: [1, 0], arrowleft: [0, -1], arrowright: [0, 1],
  w: [-1, 0], s: [1, 0], a: [0, -1], d: [0, 1],
  q: [-1, -1], e: [-1, 1], z: [1, -1], c: [1, 1],
}
const POINTY: Record<string, Tile> = {
  arrowleft: [-1, 0], arrowright: [1, 0], a: [-1, 0], d: [1, 0],
  q: [0, -1], e: [1, -1], z: [-1, 1], c: [0, 1],
}
const FLAT: Record<string, Tile> = {
  arrowup: [0, -1], arrowdown: [0, 1], w: [0, -1], s: [0, 1],
  q: [-1, 0], e: [1, -1], a: [-1, 1], z: [-1, 1], d: [1, 0], c: [1, 0],
}
/** Keys that activate or delete the focused element, so they belong to the map only if it has the focus. */
const PRESSING = /^(Enter| |Delete|Backspace)$/
const USES_ARROWS = '[role="menu"], [role="tablist"], [role="radiogroup"], [role="slider"], input'
/** Limits how far a held key runs ahead of the server. */
const MOST_UNSAVED_MOVES = 2

/** The step of a key from a tile, or null. Hexes have no straight "up" or "left", so those zigzag. */
export function stepOf(key: string, [a, b]: Tile): Tile | null {
  const { grid, orientation } = scene.plane
  const name = key.toLowerCase()
  if (grid === 'square') return SQUARE[name] ?? null
  if (orientation === 'pointy') {
    const odd = Math.abs(b) % 2 === 1
    if (name === 'arrowup' || name === 'w') return odd ? [1, -1] : [0, -1]
    if (name === 'arrowdown' || name === 's') return odd ? [0, 1] : [-1, 1]
    return POINTY[name] ?? null
  }
  const odd = Math.abs(a) % 2 === 1
  if (name === 'arrowleft') return odd ? [-1, 0] : [-1, 1]
  if (name === 'arrowright') return odd ? [1, 0] : [1, -1]
  return FLAT[name] ?? null
}

/** Enter, or Space if the focus came by keyboard: otherwise Space moves the map. */
export function presses(event: KeyboardEvent): boolean {
  return event.key === 'Enter' || (event.key === ' ' && (event.target as Element).matches(':focus-visible'))
}

/** The key for the context menu of the focused element. */
export function asksForMenu(event: KeyboardEvent): boolean {
  return event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
}

export interface KeyTarget {
  /** The map's own element. */
  element: SVGElement
  tool: MapTool
  /** Cancel the tool's current action; false if there was none. */
  letGo(): boolean
  /** End a chain of walls. */
  finish(): void
}

export function onKey(event: KeyboardEvent, board: KeyTarget): void {
  if (event.defaultPrevented || layout.fieldComing || isTyping(event.target) || document.querySelector('dialog[open]')) return
  if (anywhere(event, board) || mapKey(event, board)) event.preventDefault()
}

/** Whether the key belongs to the map instead of the focused control. */
function isForMap(event: KeyboardEvent, board: KeyTarget): boolean {
  const target = event.target as Element
  if (target === document.body || board.element.contains(target)) return true
  return !PRESSING.test(event.key) && !target.closest(USES_ARROWS)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type)) return false
  return target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)
}

function anywhere(event: KeyboardEvent, board: KeyTarget): boolean {
  const name = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (event.altKey && name === 'z' && rights.mayEdit && table.info?.undo_showed) {
      session.undo(true)
      return true
    }
    if (event.altKey || (name !== 'z' && name !== 'y')) return false
    if (name === 'y' || event.shiftKey) session.redo()
    else session.undo()
    return true
  }
  if (event.altKey) return jump(event)
  if (event.key === '?') layout.helpOpen = true
  else if (event.key === 'Escape') escape(board)
  else if (event.key === '+' || event.key === '=') viewport.board?.zoomBy(1.25)
  else if (event.key === '-') viewport.board?.zoomBy(0.8)
  else if (event.key === 'PageUp' || event.key === 'PageDown') {
    if (event.shiftKey || !storeys.step(event.key === 'PageUp' ? 1 : -1)) return false
    cursor.takenUp(storeys.floor?.name ?? t('table.groundFloor'))
  } else if (event.key === '0') viewport.board?.fit()
  else {
    const tool = TOOLS.find((each) => each.key !== '' && each.key.toLowerCase() === name)
    if (!tool || (!rights.mayEdit && !tool.everybody) || (tool.storeys && !storeys.floors.length) || (tool.tableOnly && !rights.atTable)) return false
    toolbox.tool = tool.name
    // Give the next keys to the map.
    board.element.focus()
    cursor.takenUp(t(tool.title))
  }
  return true
}

/** Alt and a number go to that region of the page. */
function jump(event: KeyboardEvent): boolean {
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
  const region = digit && document.querySelectorAll<HTMLElement>('[data-region]')[Number(digit) - 1]
  const first = region && region.querySelector<HTMLElement>('button:not(:disabled), select, input, [tabindex="0"]')
  if (!first) return false
  first.focus()
  return true
}

function escape(board: KeyTarget): void {
  if (board.letGo()) return
  if (toolbox.bringing) {
    toolbox.bring(null)
    return
  }
  if (selection.to) selection.pin(selection.from, null)
  else if (selection.selected || selection.from) selection.select(null)
  else toolbox.tool = 'point'
}

/** With a drawing tool, keys move it over the map. */
function drawKey(event: KeyboardEvent, board: KeyTarget): boolean {
  const step = stepOf(event.key, cursor.tile ?? [0, 0])
  if (step) {
    // From here on Enter belongs to the map, not to a door or a figure.
    board.element.focus()
    cursor.step(step, event.shiftKey, board.tool)
  } else if (cursor.tile && presses(event)) cursor.press(board.tool, event.shiftKey)
  else if (event.key === 'Enter') board.finish()
  else return false
  return true
}

/** Ping the inspected place or the selected figure. */
function ping(): boolean {
  const place = selection.target ?? selection.selected
  const figure = typeof place === 'string' ? scene.figures.find((each) => each.id === place) : null
  const at = typeof place === 'string' ? figure && scene.at(figure) : place
  if (at) session.ping(at, figure ? storeys.under(figure) : storeys.current)
  return !!at
}

/** A player with one figure need not select it. */
function onlyOwn(): Figure | null {
  const own = rights.isMaster ? [] : scene.figures.filter((each) => each.mine)
  return (own.length === 1 && own[0]) || null
}

/** The change of elevation by this key, in tiles; 0 for other keys. */
function lifts(event: KeyboardEvent): number {
  if (event.key === ']' || (event.shiftKey && event.key === 'PageUp')) return 1
  return event.key === '[' || (event.shiftKey && event.key === 'PageDown') ? -1 : 0
}

/** Not below the ground, for which there are fields. */
function lift(figure: Figure, by: number): void {
  const height = Math.max(0, (heightOf(figure.elevation) ?? 0) + by)
  void session.do({ t: 'lift', figure: figure.id, elevation: height || null })
}

function mapKey(event: KeyboardEvent, board: KeyTarget): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || !isForMap(event, board)) return false
  if (rights.tool !== 'point') return drawKey(event, board)
  const figure = selection.figure ?? onlyOwn()
  if (event.key.toLowerCase() === 'g') return ping()
  if ((event.key === 'Delete' || event.key === 'Backspace') && figure && rights.mayEdit) {
    void session.do({ t: 'remove', figure: figure.id })
    return true
  }
  if (!figure || !rights.mayMove(figure.id) || selection.drag) return false
  const by = rights.atTable && !figure.furniture ? lifts(event) : 0
  if (by) {
    if (!pending.changes.some(({ action }) => action.t === 'lift')) lift(figure, by)
    return true
  }
  const [stairs] = event.key.toLowerCase() === 'u' ? storeys.stairsAt(figure) : []
  if (stairs) {
    if (!pending.changes.some(({ action }) => action.t === 'climb')) climb(figure.id, stairs.id)
    return true
  }
  const start = scene.at(figure)
  const step = stepOf(event.key, start)
  if (!step) return false
  const moves = pending.changes.filter(({ action }) => action.t === 'move' && action.figure === figure.id)
  const to: Tile = [start[0] + step[0], start[1] + step[1]]
  if (!selection.figure) selection.select(figure.id)
  if (moves.length < MOST_UNSAVED_MOVES && scene.isKnown(to)) {
    moveFigure(figure.id, start, to)
    viewport.board?.show(to)
  }
  return true
}
