/** The context menus (right click, long press or menu key), and clicks on doors. */
import { MAX_EDGES } from '../../protocol/limits'
import type { DoorState, FigureOrTile, SetDoor, ThresholdKind } from '../../protocol/messages.gen'
import type { DoorSetting, Tile } from '../../protocol/types'
import { names } from '../../state/names.svelte'
import { layout } from '../../state/page/layout.svelte'
import { rights } from '../../state/rights.svelte'
import { selection } from '../../state/page/selection.svelte'
import { heightWords } from '../../state/heights'
import { session } from '../../state/session.svelte'
import { storeys } from '../../state/storeys.svelte'
import { table } from '../../state/table.svelte'
import type { Figure, PartialStops } from '../../state/stage.svelte'
import { toolbox } from '../../state/page/toolbox.svelte'
import { capital } from '../../state/words'
import { reveal, revealChosen } from '../../ui/reveal'
import { duplicate } from '../duplicate'
import { toScreen } from '../geometry/camera'
import type { XY } from '../geometry/plane'
import { scene, type Barrier } from '../scene.svelte'
import { viewport } from '../viewport.svelte'
import { draft, type MenuItem } from './draft.svelte'
import type { PointerPlace } from './map-tool'
import { t, term } from '../../words/words.svelte'

/** The state of a new door or gate; walls have none, and a gate is never secret. */
export function newState(carries: ThresholdKind): DoorState {
  if (carries === 'wall') return ''
  return carries === 'gate' && toolbox.doorState === 'secret' ? 'closed' : toolbox.doorState
}

export function setDoor(door: Barrier, state: DoorSetting): void {
  const where: Pick<SetDoor, 'edge' | 'wall'> =
    door.on === 'edge' ? { edge: [door.thing.a, door.thing.b] } : { wall: door.thing.ends }
  void session.do({ t: 'door', state, ...where })
}

/**
 * A click opens a closed door and closes an open one; if it is locked, the server logs who tried. A
 * secret door asks for confirmation first, because opening it reveals it.
 */
export function toggleDoor(door: Barrier): void {
  if (!rights.mayOpenDoors) return
  if (door.thing.state === 'secret') openMenu({ screen: middleOf(door) }, null, door)
  else setDoor(door, door.thing.state === 'open' ? 'closed' : 'open')
}

/** In pixels of the map's box. */
export function middleOf({ ends: [[x0, y0], [x1, y1]] }: Barrier): XY {
  return toScreen(viewport.zoom, [(x0 + x1) / 2, (y0 + y1) / 2])
}

/** Put a barrier on edges, or remove it (null). */
export function setEdges(edges: readonly [Tile, Tile][], carries: ThresholdKind | null): void {
  for (let i = 0; i < edges.length; i += MAX_EDGES) {
    const some = edges.slice(i, i + MAX_EDGES)
    if (carries) void session.do({ t: 'edges', edges: some, carries, state: newState(carries), stops: toolbox.stops, ...toolbox.span })
    else void session.do({ t: 'edges', edges: some, carries })
  }
}

function removeBarrier(barrier: Barrier): void {
  if (barrier.on === 'edge') setEdges([[barrier.thing.a, barrier.thing.b]], null)
  else void session.do({ t: 'unwall', ends: barrier.thing.ends })
}

export function openMenu(
  at: Pick<PointerPlace, 'screen'>,
  figure: Figure | null,
  barrier: Barrier | null,
  tile: Tile | null = figure && scene.at(figure),
): void {
  const items = barrier ? barrierItems(barrier) : figure ? figureItems(figure) : []
  const known = tile && scene.isKnown(tile) ? tile : null
  if (known) items.push({ words: t('map.ping'), run: () => session.ping(known, figure ? storeys.under(figure) : storeys.current) })
  const place = figure?.id ?? known
  if (place && !barrier && rights.mayEdit && rights.atTable) items.push({ words: t('map.addNote'), run: () => void addNote(place) })
  const title = barrier ? barrierName(barrier) : figure ? names.of(figure.id) : known ? names.of(known) : ''
  draft.menu = items.length ? { title, at: at.screen, items } : null
}

/** "Door, locked", "Wall, limited, one-way". */
export function barrierName({ thing }: Barrier): string {
  const { carries, state, stops, limited, oneWay } = thing
  return [capital(term(carries)), state && term(state), stops && stopsWords(stops), spanWords(thing), limited && t('map.limited'), oneWay && t('map.oneWay')].filter(Boolean).join(', ')
}

/** The name of a barrier that does not stop everything, such as "window". */
function stopsWords(stops: PartialStops): string {
  return { window: t('map.window'), curtain: t('map.curtain'), bars: t('map.bars'), other: t('map.other') }[stops]
}

/** "from +10 ft, up to +15 ft". */
function spanWords({ bottom, top }: Barrier['thing']): string {
  const unit = table.stage?.measure.unit
  const from = bottom === undefined ? '' : t('map.fromHeight', { height: heightWords(bottom, unit) })
  const to = top === undefined ? '' : t('map.toHeight', { height: heightWords(top, unit) })
  return [from, to].filter(Boolean).join(', ')
}

function barrierItems(barrier: Barrier): MenuItem[] {
  const { carries, state } = barrier.thing
  const items: MenuItem[] = []
  const offer = (words: string, to: DoorSetting) => {
    if (state !== to) items.push({ words, run: () => setDoor(barrier, to) })
  }
  if (carries !== 'wall' && rights.mayOpenDoors) {
    if (state !== 'secret') offer(t('map.open'), 'open')
    if (state === 'open' || (state === 'locked' && rights.mayEdit)) {
      offer(state === 'locked' ? t('map.unlock') : t('map.close'), 'closed')
    }
    if (rights.mayEdit) {
      if (state === 'secret') offer(t('map.revealDoor'), 'closed')
      else {
        offer(t('map.lock'), 'locked')
        if (carries === 'door') offer(t('map.makeSecret'), 'secret')
      }
    }
  }
  if (rights.mayEdit) items.push({ words: t('common.remove'), run: () => removeBarrier(barrier) })
  return items
}

/** Open its fields in the panel. */
function change(figure: Figure): void {
  selection.select(figure.id)
  void revealChosen()
}

/** Open the notes, with a new one on that place. */
async function addNote(place: FigureOrTile): Promise<void> {
  if (typeof place === 'string') selection.select(place)
  else selection.pin(selection.from, place)
  layout.fieldComing = true
  await reveal('notes')
  layout.fieldComing = false
  document.querySelector<HTMLElement>('[data-testid="new-note"]')?.focus()
}

/** Show the directions in the token bar. */
function turn(figure: Figure): void {
  selection.select(figure.id)
  selection.turning = true
}

function figureItems(figure: Figure): MenuItem[] {
  const items: MenuItem[] = []
  if (rights.mayLookFrom(figure.id) && figure.sighted && !figure.furniture) {
    items.push({ words: t('map.lookFromHere'), run: () => selection.select(figure.id) })
    if (selection.view === figure.id) items.push({ words: t('map.showAll'), run: () => (selection.view = 'all') })
    else items.push({ words: t('map.showVision'), run: () => (selection.view = figure.id) })
  }
  if ((rights.mayEdit || figure.mine) && rights.atTable && !figure.furniture) items.push({ words: t('tokens.turn'), run: () => turn(figure) })
  if (rights.mayEdit) {
    items.push({ words: t('map.editToken'), run: () => change(figure) })
    const hidden = !figure.hidden
    const edit = () => void session.do({ t: 'edit', figure: figure.id, hidden })
    items.push({ words: hidden ? t('map.hideToken') : t('map.showToken'), run: edit })
    items.push({ words: t('tokens.duplicate'), run: () => void duplicate(figure) })
    items.push({ words: t('tokens.remove'), run: () => void session.do({ t: 'remove', figure: figure.id }) })
  }
  return items
}
