import { RefusedError } from '../../protocol/errors'
import type { AreaAnswer, AreaKind, AskArea, CornerWord, FigureOrTile, WayAnswer } from '../../protocol/messages.gen'
import type { Tile } from '../../protocol/types'
import { lengthWithHeight, lengthWords, pathLength } from './distance'
import { Latest } from '../page/latest'
import { session } from '../session.svelte'
import type { Figure } from '../stage.svelte'
import { GROUND, storeys } from '../storeys.svelte'
import { table } from '../table.svelte'
import { samePlace, sameTile } from '../tiles'
import { t } from '../../words/words.svelte'

/** The maximum reach of a template. */
const MOST_REACH = 100

/** A dragged figure, and the other storey that it would move to. */
interface Dragged {
  figure: Figure
  from: Tile
  to: Tile
  storey: string | undefined
}

/** What this page measures: known to nobody else until it is shared. */
class Measuring {
  kind = $state<AreaKind>('ruler')
  reach = $state(4)
  /** The angle of cones; 0 is the default of this grid. */
  angle = $state<NonNullable<AskArea['angle']>>(0)
  count = $state<'center' | 'any'>('center')
  walls = $state(true)
  /** For circles on squares: whether they are centered on a corner. */
  fromCorner = $state(false)

  /** The waypoints of the ruler, and its moving end. */
  points = $state.raw<readonly Tile[]>([])
  end = $state.raw<Tile | null>(null)
  /** The storeys of the waypoints. The moving end is on the storey drawn there. */
  #pointsOn = $state.raw<readonly string[]>([])
  /** The storey of the area's origin tile. */
  #originOn = $state<string>(GROUND)
  /** The origin of the area, and its direction. */
  origin = $state.raw<{ at: FigureOrTile; corner: CornerWord } | null>(null)
  toward = $state.raw<Tile | null>(null)
  /** Whether the direction is fixed, and no longer follows the pointer. */
  fixed = $state(false)
  answer = $state.raw<AreaAnswer | null>(null)
  refusal = $state('')
  /** The path of the dragged figure, and the storeys of its tiles; empty in the air. */
  way = $state.raw<readonly Tile[]>([])
  wayOn = $state.raw<readonly string[]>([])

  #areas = new Latest<AskArea, AreaAnswer>(
    (question) => session.ask(question),
    (_, answer, error) => {
      this.answer = answer
      this.refusal = error instanceof RefusedError ? error.message : ''
    },
  )
  #ways = new Latest<Dragged, WayAnswer>(
    ({ figure, to, storey }) => session.ask({ t: 'way', figure: figure.id, to, ...(storey !== undefined && { storey }) }),
    ({ figure, from, to, storey }, answer) => {
      const straight = storey === undefined ? [] : [storeys.under(figure), storey]
      this.way = answer?.way.length ? answer.way : answer ? [from, to] : []
      this.wayOn = answer?.way.length ? (answer.storeys ?? []) : straight
    },
  )

  /** The ruler with its moving end. */
  readonly path: readonly Tile[] = $derived.by(() => {
    const last = this.points.at(-1)
    return last && this.end && !sameTile(last, this.end) ? [...this.points, this.end] : this.points
  })

  /** The storeys of the path, one for each of its tiles. */
  readonly pathOn: readonly string[] = $derived(this.path.map((tile, i) => this.#pointsOn[i] ?? storeys.at(tile)))

  readonly shape: Omit<AskArea, 't'> | null = $derived.by(() => {
    const { kind, reach, angle, count, walls, origin, toward, path } = this
    if (kind === 'ruler') {
      if (path.length < 2) return null
      const [storey = GROUND, ...others] = this.pathOn
      const on = others.some(Boolean) && { storeys: others }
      return { kind, at: path[0] as Tile, points: path.slice(1) as Tile[], storey, ...on }
    }
    if (!origin || (kind !== 'circle' && !toward)) return null
    const shape = { kind, at: origin.at, reach, count, walls, storey: this.#originOn }
    if (kind === 'circle') return { ...shape, corner: origin.corner }
    return { ...shape, toward, ...(kind === 'cone' && { angle }) }
  })

  /** The length of the ruler, or of the dragged figure's path, as text. */
  readonly words: string = $derived(this.way.length ? this.wordsOf(this.way, this.wayOn) : this.kind === 'ruler' ? this.wordsOf(this.path, this.pathOn) : '')

  /** The length, flat and including the height if the path climbs. `on`: the storeys of its tiles. */
  wordsOf(path: readonly Tile[], on: readonly string[] = []): string {
    const { stage } = table
    if (!stage || path.length < 2) return ''
    const { metric = 'steps' } = stage.measure
    const flat = lengthWords(stage.measure, pathLength(metric, stage.grid, path))
    const feet = path.map((tile, i) => storeys.feetOn(on[i] ?? GROUND, tile))
    const rises = feet.slice(1).map((each, i) => each - (feet[i] as number))
    if (!on.length || !rises.some(Boolean)) return flat
    return t('map.lengthWithHeight', { flat, high: lengthWords(stage.measure, lengthWithHeight(metric, stage.grid, path, rises)) })
  }

  /** Add a waypoint on the storey drawn there. */
  addPoint(tile: Tile): void {
    this.points = [...this.points, tile]
    this.#pointsOn = [...this.#pointsOn, storeys.at(tile)]
  }

  /** Request the covered tiles again. */
  ask(): void {
    const { shape } = this
    if (!shape || this.kind === 'ruler') {
      this.#areas.clear()
      this.answer = null
      this.refusal = ''
    } else this.#areas.put({ t: 'area', ...shape })
  }

  begin(at: FigureOrTile, corner: CornerWord): void {
    this.origin = { at, corner }
    this.#originOn = typeof at === 'string' ? GROUND : storeys.at(at)
    this.toward = null
    this.fixed = this.kind === 'circle'
    this.ask()
  }

  /** Set the size and direction of the template by a drag from its origin. */
  size(to: Tile): void {
    const { origin } = this
    const { stage } = table
    const at = typeof origin?.at === 'string' ? stage?.figures.get(origin.at)?.at : origin?.at
    if (!origin || !at || !stage || sameTile(at, to)) return
    const metric = stage.measure.metric ?? 'steps'
    const length = pathLength(metric, stage.grid, [at, to])
    // For straight lines the length is in tenths of a tile, and the reach in tiles.
    const reach = Math.min(MOST_REACH, metric === 'straight' ? Math.ceil(length / 10) : length)
    if (reach === this.reach && samePlace(this.toward, to)) return
    this.reach = reach
    if (this.kind !== 'circle') this.toward = to
    this.ask()
  }

  point(toward: Tile): void {
    if (samePlace(this.toward, toward)) return
    this.toward = toward
    this.ask()
  }

  /** A figure is dragged: count its steps. null: no longer. */
  follow(dragged: Dragged | null): void {
    if (dragged && (dragged.storey !== undefined || !sameTile(dragged.from, dragged.to))) this.#ways.put(dragged)
    else {
      this.#ways.clear()
      this.way = []
      this.wayOn = []
    }
  }

  /** Place it on the map. */
  async put(shared: boolean): Promise<void> {
    if (!this.shape) return
    await session.do({ t: 'put_area', ...this.shape, shared })
    this.clear()
  }

  /** Clear the measurement; false if there was none. */
  clear(): boolean {
    const busy = this.points.length > 0 || this.origin !== null
    this.points = []
    this.#pointsOn = []
    this.end = null
    this.origin = null
    this.toward = null
    this.fixed = false
    this.ask()
    return busy
  }
}

export const measuring = new Measuring()
