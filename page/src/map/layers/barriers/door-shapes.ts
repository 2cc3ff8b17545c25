/** Doors and gates from jamb to jamb, drawn like in sightline's pictures (scene_edges.py). */
import type { DoorState, ThresholdKind } from '../../../protocol/messages.gen'
import { num, polyline, segments } from '../../geometry/paths'
import type { XY } from '../../geometry/plane'
import type { Barrier } from '../../scene.svelte'

/** A part of a drawing, with the class that styles it. */
export interface Piece {
  look: string
  d: string
}

class Span {
  readonly length: number
  readonly #along: XY
  readonly #aside: XY
  readonly jamb: number

  constructor(
    readonly start: XY,
    readonly end: XY,
  ) {
    const dx = end[0] - start[0]
    const dy = end[1] - start[1]
    this.length = Math.hypot(dx, dy) || 1e-6
    this.#along = [dx / this.length, dy / this.length]
    let aside: XY = [this.#along[1], -this.#along[0]]
    // Doors open toward the top or the left of the page.
    if (aside[1] > 0.01 || (Math.abs(aside[1]) <= 0.01 && aside[0] > 0)) aside = [-aside[0], -aside[1]]
    this.#aside = aside
    this.jamb = Math.min(this.length * 0.16, 0.16)
  }

  at(along: number, aside = 0): XY {
    return [
      this.start[0] + this.#along[0] * along + this.#aside[0] * aside,
      this.start[1] + this.#along[1] * along + this.#aside[1] * aside,
    ]
  }

  get middle(): XY {
    return this.at(this.length / 2)
  }

  jambs(): Piece {
    return {
      look: 'jamb',
      d: segments([
        [this.start, this.at(this.jamb)],
        [this.at(this.length - this.jamb), this.end],
      ]),
    }
  }

  box(half: number): string {
    const [lo, hi] = [this.jamb, this.length - this.jamb]
    return polyline([this.at(lo, half), this.at(hi, half), this.at(hi, -half), this.at(lo, -half)], true)
  }
}

export function doorPieces(start: XY, end: XY, carries: ThresholdKind, state: DoorState): Piece[] {
  const span = new Span(start, end)
  if (carries === 'wall') return [{ look: 'jamb', d: segments([[start, end]]) }]
  if (state === 'secret') return secret(span)
  if (carries === 'gate') return state === 'open' ? openGate(span) : shutGate(span, state === 'locked')
  return state === 'open' ? openDoor(span) : shutDoor(span, state === 'locked')
}

/** In tiles: longer pieces may be the two leaves of a double door. */
const LONGEST = 1.5

/**
 * Joins the pieces of free doors, which players receive cut at tile borders, if they continue
 * straight.
 */
export function wholeDoors(doors: readonly Barrier[]): Barrier[] {
  const starts = new Map(doors.map((door) => [String(door.ends[0]), door]))
  const next = new Map<Barrier, Barrier>()
  for (const door of doors) {
    const after = starts.get(String(door.ends[1]))
    if (after && goesOn(door, after)) next.set(door, after)
  }
  const later = new Set(next.values())
  return doors.filter((door) => !later.has(door)).flatMap((first) => {
    const pieces = [first]
    for (let piece = next.get(first); piece; piece = next.get(piece)) pieces.push(piece)
    const ends: [XY, XY] = [first.ends[0], (pieces[pieces.length - 1] ?? first).ends[1]]
    return lengthOf(ends) <= LONGEST ? [{ ...first, ends }] : pieces
  })
}

function goesOn(first: Barrier, second: Barrier): boolean {
  if (first.on === 'edge' || second.on === 'edge') return false
  const same = (['carries', 'state', 'stops', 'oneWay'] as const).every((what) => first.thing[what] === second.thing[what])
  // Their ends are rounded to the board's smallest unit, so a slight bend counts as straight.
  const whole = lengthOf([first.ends[0], second.ends[1]])
  return same && whole > 0 && lengthOf(first.ends) + lengthOf(second.ends) - whole < 0.001
}

function lengthOf([[ax, ay], [bx, by]]: readonly [XY, XY]): number {
  return Math.hypot(bx - ax, by - ay)
}

/** The outline around a door that a pointer or the keyboard can use. */
export function doorBand(start: XY, end: XY, half: number): string {
  const span = new Span(start, end)
  const [lo, hi] = [0, span.length]
  return polyline([span.at(lo, half), span.at(hi, half), span.at(hi, -half), span.at(lo, -half)], true)
}

function shutDoor(span: Span, locked: boolean): Piece[] {
  return [span.jambs(), { look: 'leaf-box', d: span.box(0.085) }, ...(locked ? lock(span) : [])]
}

function openDoor(span: Span): Piece[] {
  const leaf = span.length - 2 * span.jamb
  const turned = (72 * Math.PI) / 180
  const swing: XY[] = []
  for (let i = 0; i <= 8; i++) {
    const angle = (turned * i) / 8
    swing.push(span.at(span.jamb + leaf * Math.cos(angle), leaf * Math.sin(angle)))
  }
  const hinge = span.at(span.jamb)
  const tip = swing[8] as XY
  return [
    span.jambs(),
    { look: 'swing', d: polyline(swing) },
    { look: 'leaf-edge', d: segments([[hinge, tip]]) },
    { look: 'leaf', d: segments([[hinge, tip]]) },
  ]
}

/** The game master's view: a broken wall with an S on it. */
function secret(span: Span): Piece[] {
  return [
    { look: 'secret', d: segments([[span.start, span.end]]) },
    { look: 'mark-disc', d: circle(span.middle, 0.15) },
    { look: 'secret-mark', d: letterS(span.middle, 0.15) },
  ]
}

function shutGate(span: Span, locked: boolean): Piece[] {
  const [lo, hi] = [span.jamb, span.length - span.jamb]
  const count = Math.max(4, Math.round((hi - lo) * 6))
  const bars: [XY, XY][] = []
  for (let i = 0; i < count; i++) {
    const along = lo + ((hi - lo) * (i + 0.5)) / count
    bars.push([span.at(along, 0.1), span.at(along, -0.1)])
  }
  return [
    span.jambs(),
    { look: 'gate-bar', d: segments([[span.at(lo), span.at(hi)], ...bars]) },
    ...(locked ? lock(span) : []),
  ]
}

function openGate(span: Span): Piece[] {
  const raised = segments([[span.at(span.jamb), span.at(span.length - span.jamb)]])
  return [span.jambs(), { look: 'gate-raised', d: raised }]
}

/** A disc with a keyhole. */
function lock(span: Span): Piece[] {
  const radius = Math.min(0.13, span.length * 0.25)
  const [x, y] = span.middle
  const [top, foot, bottom] = [radius * 0.12, radius * 0.28, y + radius * 0.58]
  const slot = polyline([[x - top, y], [x + top, y], [x + foot, bottom], [x - foot, bottom]], true)
  return [
    { look: 'mark-disc', d: circle([x, y], radius) },
    { look: 'keyhole', d: circle([x, y - radius * 0.22], radius * 0.3) + slot },
  ]
}

export function circle([x, y]: XY, radius: number): string {
  const r = num(radius)
  return `M${num(x - radius)} ${num(y)}a${r} ${r} 0 1 0 ${num(2 * radius)} 0a${r} ${r} 0 1 0 ${num(-2 * radius)} 0Z`
}

/** Drawn as a shape, because text would be read out together with the door's name. */
function letterS([x, y]: XY, radius: number): string {
  const w = radius * 0.42
  const h = radius * 0.3
  const [a, b] = [num(w), num(h)]
  return (
    `M${num(x + w * 0.9)} ${num(y - h * 1.6)}` +
    `C${num(x + w * 0.3)} ${num(y - h * 2.4)} ${num(x - w)} ${num(y - h * 2.2)} ${num(x - w)} ${num(y - h)}` +
    `c0 ${b} ${num(2 * w)} ${num(h * 0.9)} ${num(2 * w)} ${num(2 * h)}` +
    `c0 ${num(h * 1.3)} -${num(w * 1.4)} ${num(h * 1.4)} -${num(2 * +a)} ${num(h * 0.5)}`
  )
}

/** The ends of an edge, ordered so that the tile with this center is on the left. */
export function leftFirst([start, end]: readonly [XY, XY], middle: XY): [XY, XY] {
  const turn = (end[0] - start[0]) * (middle[1] - start[1]) - (end[1] - start[1]) * (middle[0] - start[0])
  return turn < 0 ? [start, end] : [end, start]
}

/** A small triangle beside a one-way wall, pointing in the direction that sight passes. */
export function passing(start: XY, end: XY, way: 'forth' | 'back' | undefined): string {
  const length = Math.hypot(end[0] - start[0], end[1] - start[1])
  if (!length) return ''
  const along: XY = [(end[0] - start[0]) / length, (end[1] - start[1]) / length]
  const sign = way === 'forth' ? 1 : -1
  const aside: XY = [sign * along[1], -sign * along[0]]
  const at = (s: number, t: number): XY => [
    (start[0] + end[0]) / 2 + along[0] * s + aside[0] * t,
    (start[1] + end[1]) / 2 + along[1] * s + aside[1] * t,
  ]
  const half = Math.min(0.1, 0.3 * length)
  const corners = [at(-half, 0.06), at(0, 0.36), at(half, 0.06)].map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`)
  return `M${corners.join('L')}Z`
}
