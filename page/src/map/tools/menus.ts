/** What a right click, a long press or the menu key offers, and what a click on a door does. */
import { MAX_EDGES } from '../../protocol/limits'
import type { DoorState, SetDoor, ThresholdKind } from '../../protocol/messages.gen'
import type { DoorSetting, Tile } from '../../protocol/types'
import { names } from '../../state/names.svelte'
import { rights } from '../../state/rights.svelte'
import { selection } from '../../state/selection.svelte'
import { session } from '../../state/session.svelte'
import type { Figure } from '../../state/stage.svelte'
import { toolbox } from '../../state/toolbox.svelte'
import { capital } from '../../state/words'
import { revealChosen } from '../../ui/reveal'
import { duplicate } from '../duplicate'
import { toScreen } from '../geometry/camera'
import type { XY } from '../geometry/plane'
import { scene, type Barrier } from '../scene.svelte'
import { viewport } from '../viewport.svelte'
import { draft, type MenuItem } from './draft.svelte'
import type { PointerPlace } from './map-tool'

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
 * A click opens what is closed and closes what is open; the server says who tried a lock. A secret
 * door asks first: opened by a slip, it would be no secret any more.
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

/** Put something on edges, or nothing (null). */
export function setEdges(edges: readonly [Tile, Tile][], carries: ThresholdKind | null): void {
  for (let i = 0; i < edges.length; i += MAX_EDGES) {
    const some = edges.slice(i, i + MAX_EDGES)
    if (carries) void session.do({ t: 'edges', edges: some, carries, state: newState(carries) })
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
  if (known) items.push({ words: 'Ping here', run: () => session.ping(known) })
  const title = barrier ? barrierName(barrier) : figure ? names.of(figure.id) : known ? names.of(known) : ''
  draft.menu = items.length ? { title, at: at.screen, items } : null
}

/** "Door, locked", "Wall, limited, one-way". */
export function barrierName({ thing: { carries, state, limited, oneWay } }: Barrier): string {
  return [capital(carries), state, limited && 'limited', oneWay && 'one-way'].filter(Boolean).join(', ')
}

function barrierItems(barrier: Barrier): MenuItem[] {
  const { carries, state } = barrier.thing
  const items: MenuItem[] = []
  const offer = (words: string, to: DoorSetting) => {
    if (state !== to) items.push({ words, run: () => setDoor(barrier, to) })
  }
  if (carries !== 'wall' && rights.mayOpenDoors) {
    if (state !== 'secret') offer('Open', 'open')
    if (state === 'open' || (state === 'locked' && rights.mayEdit)) {
      offer(state === 'locked' ? 'Unlock' : 'Close', 'closed')
    }
    if (rights.mayEdit) {
      if (state === 'secret') offer('Find (players see it)', 'closed')
      else {
        offer('Lock', 'locked')
        if (carries === 'door') offer('Hide (a secret door)', 'secret')
      }
    }
  }
  if (rights.mayEdit) items.push({ words: 'Remove', run: () => removeBarrier(barrier) })
  return items
}

/** Opens its fields in the panel. */
function change(figure: Figure): void {
  selection.select(figure.id)
  void revealChosen()
}

function figureItems(figure: Figure): MenuItem[] {
  const items: MenuItem[] = []
  if (rights.mayLookFrom(figure.id) && figure.sighted && !figure.furniture) {
    items.push({ words: 'Look from here', run: () => selection.select(figure.id) })
    if (selection.view === figure.id) items.push({ words: 'Show the whole map', run: () => (selection.view = 'all') })
    else items.push({ words: 'Show what it sees', run: () => (selection.view = figure.id) })
  }
  if (rights.mayEdit) {
    items.push({ words: 'Change (name, side, size …)', run: () => change(figure) })
    const hidden = !figure.hidden
    const edit = () => void session.do({ t: 'edit', figure: figure.id, hidden })
    items.push({ words: hidden ? 'Hide from the players' : 'Show to the players', run: edit })
    items.push({ words: 'Duplicate', run: () => void duplicate(figure) })
    items.push({ words: 'Remove', run: () => void session.do({ t: 'remove', figure: figure.id }) })
  }
  return items
}
