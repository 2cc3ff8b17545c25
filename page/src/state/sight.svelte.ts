import { untrack } from 'svelte'
import { Latest } from './latest'
import type {
  AskField,
  AskSight,
  AskWho,
  Carried,
  DoorState,
  FieldAnswer,
  Place,
  Side,
  SightAnswer,
  Size,
  Tile,
  WhoAnswer,
} from '../protocol/protocol'
import type { Figure } from './stage.svelte'
import { RefusedError, table } from './session.svelte'
import { samePlace, spanKeys } from './tiles'

export type Tool =
  | 'point'
  | 'paint'
  | 'erase'
  | 'wall'
  | 'door'
  | 'gate'
  | 'free'
  | 'figure'
  | 'furniture'
  | 'height'

/** What the next click with the tool "figure" or "furniture" places. */
export interface Template {
  name: string
  side: Side
  /** "figure" or a kind of furniture. */
  kind: string
  /** null: as the kind has it. */
  size: Size | null
  blocks: boolean | null
  sighted: boolean
  hidden: boolean
  owners: string[]
}
export type Theme = 'system' | 'light' | 'dark'
/** What the map can be told from outside of it. */
export interface BoardHandle {
  fit(): void
  zoomBy(factor: number): void
  /** Bring a figure or tile into view. */
  show(place: Place): void
}

class Ui {
  tool = $state<Tool>('point')
  /** The selected figure's id. */
  selected = $state<string | null>(null)

  /** The pinned question: does `from` see `to`? */
  from = $state.raw<Place | null>(null)
  to = $state.raw<Place | null>(null)
  /** What the pointer or the keyboard is at, while no second end is pinned. */
  hover = $state.raw<Place | null>(null)
  /** The answer to what is pinned or hovered; `why` if the server refuses to say. */
  verdict = $state.raw<SightAnswer | null>(null)
  /** The question that `verdict` answers. */
  asked = $state.raw<{ from: Place; to: Place } | null>(null)
  refusal = $state('')
  allLines = $state(false)

  /** 'all', 'party', or a figure's id. */
  view = $state<string>('all')
  /** Tiles ('a,b') that the view's figures see; null: no such view, or not answered yet. */
  viewLit = $state.raw<ReadonlySet<string> | null>(null)

  showWho = $state(false)
  /** Who sees whom, while `showWho` is on or the map has the keyboard. */
  who = $state.raw<WhoAnswer | null>(null)
  mapFocused = $state(false)

  /** While a figure is dragged: it, and the tile it is over. */
  drag = $state.raw<{ figure: string; at: Tile } | null>(null)
  /** What the dragged figure would see there. */
  dragLit = $state.raw<ReadonlySet<string> | null>(null)

  snapping = $state(true)
  chain = $state(false)
  /** What the tool "free" draws. */
  freeCarries = $state<Carried>('wall')
  /** What state a new door or gate is in (a gate is never secret: then it is closed). */
  doorState = $state<DoorState>('closed')
  /** What the tool "height" sets: null leaves it as it is. */
  height = $state<{ cover: number | null; elevation: number | null }>({ cover: null, elevation: 1 })
  template = $state<Template>({
    name: 'Goblin',
    side: 'enemy',
    kind: 'figure',
    size: null,
    blocks: null,
    sighted: true,
    hidden: false,
    owners: [],
  })
  helpOpen = $state(false)
  theme = $state<Theme>(readTheme())
  /** The map's place: screen = tile units × k + (x, y), in CSS pixels of the map's box. */
  zoom = $state.raw({ k: 32, x: 0, y: 0 })
  board = $state.raw<BoardHandle | null>(null)

  readonly isMaster: boolean = $derived(table.role === 'master')
  /** The master looks at a player's own data: nothing can be edited then. */
  readonly watching: boolean = $derived(!!table.info?.watching)
  readonly mayEdit: boolean = $derived(this.isMaster && !this.watching)
  readonly selectedFigure: Figure | null = $derived(
    this.selected ? (table.stage?.figures.get(this.selected) ?? null) : null,
  )
  /** How large the next thing to be placed is. */
  readonly templateSize: Size = $derived(this.template.size ?? this.usualSize(this.template.kind))
  /** The end that is shown: pinned, or else under the pointer. */
  readonly target: Place | null = $derived(this.to ?? this.hover)

  #sight = new Latest<AskSight, SightAnswer>(
    (question) => table.ask(question),
    (question, answer, error) => {
      this.verdict = answer
      this.asked = answer ? { from: question.a, to: question.b } : null
      this.refusal = error instanceof RefusedError ? error.message : ''
    },
  )
  #view = new Latest<AskField, FieldAnswer>(
    (question) => table.ask(question),
    (_, answer) => (this.viewLit = this.#lit(answer)),
  )
  #dragged = new Latest<AskField, FieldAnswer>(
    (question) => table.ask(question),
    (_, answer) => {
      if (this.drag && answer) this.dragLit = this.#lit(answer)
    },
  )
  #who = new Latest<AskWho, WhoAnswer>(
    (question) => table.ask(question),
    (_, answer) => (this.who = answer),
  )

  constructor() {
    $effect.root(() => {
      $effect(() => this.#askSight())
      $effect(() => this.#askView())
      $effect(() => this.#askDrag())
      $effect(() => this.#askWho())
      $effect(() => this.#forgetTheGone())
      $effect(() => this.#dress())
    })
  }

  /** Pin the question; null unpins an end. */
  pin(from: Place | null, to: Place | null): void {
    this.from = from
    this.to = to
    this.hover = null
  }

  select(id: string | null): void {
    this.selected = id
    if (id && this.mayLookFrom(id)) this.pin(id, null)
    else if (!id) this.pin(null, null)
  }

  /** Players ask from their own figures only. */
  mayLookFrom(id: string): boolean {
    const figure = table.stage?.figures.get(id)
    if (!figure || figure.ghost) return false
    return this.mayEdit || figure.mine
  }

  mayMove(id: string): boolean {
    const figure = table.stage?.figures.get(id)
    if (!figure) return false
    if (this.isMaster) return this.mayEdit
    return figure.mine && !!table.seat?.may_move && !figure.furniture
  }

  /** Of a kind of furniture on this map's grid, or of a figure. */
  usualSize(kind: string): Size {
    return table.info?.furniture.find((each) => each.kind === kind)?.size ?? [1, 1]
  }

  #lit(answer: FieldAnswer | null): ReadonlySet<string> | null {
    return answer && table.stage ? new Set(spanKeys(table.stage.grid, answer.lit)) : null
  }

  #askSight(): void {
    void table.revision
    const { from, target, drag } = this
    if (!from || !target || samePlace(from, target) || table.phase !== 'live') {
      this.#sight.clear()
      this.verdict = null
      this.asked = null
      this.refusal = ''
      return
    }
    const question: AskSight = { t: 'sight', a: from, b: target }
    if (this.allLines) question.all_lines = true
    if (drag && drag.figure === from && this.isMaster) question.at = drag.at
    this.#sight.put(question)
  }

  #askView(): void {
    void table.revision
    const { view } = this
    if (view === 'all' || table.phase !== 'live') {
      this.#view.clear()
      this.viewLit = null
      return
    }
    this.#view.put(view === 'party' ? { t: 'field' } : { t: 'field', figure: view })
  }

  #askDrag(): void {
    const { drag } = this
    if (!drag) {
      this.#dragged.clear()
      this.dragLit = null
      return
    }
    if (table.stage?.figures.get(drag.figure)?.sighted) {
      this.#dragged.put({ t: 'field', figure: drag.figure, at: drag.at })
    }
  }

  #askWho(): void {
    void table.revision
    if (!(this.showWho || this.mapFocused) || !this.mayEdit || table.phase !== 'live') {
      this.#who.clear()
      this.who = null
      return
    }
    this.#who.put({ t: 'who' })
  }

  /** What left the stage cannot stay selected, pinned or looked through. */
  #forgetTheGone(): void {
    const figures = table.stage?.figures
    // A tile is one of its map: on the next it would be another place.
    const map = table.stage?.map ?? ''
    if (map !== this.#map) untrack(() => this.#forgetTiles())
    this.#map = map
    const gone = (place: Place | null) => typeof place === 'string' && !figures?.has(place)
    if (gone(this.selected)) this.selected = null
    if (gone(this.from)) this.from = null
    if (gone(this.to)) this.to = null
    if (gone(this.hover)) this.hover = null
    if (this.view !== 'all' && this.view !== 'party' && gone(this.view)) this.view = 'all'
  }

  #forgetTiles(): void {
    const kept = (place: Place | null) => (typeof place === 'string' ? place : null)
    this.pin(kept(this.from), kept(this.to))
  }
  #map = ''

  #dress(): void {
    const root = document.documentElement
    if (this.theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = this.theme
    try {
      localStorage.setItem('sightline theme', this.theme)
    } catch {
      // Then it is the system's again after a reload.
    }
  }
}

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem('sightline theme')
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

export const ui = new Ui()
