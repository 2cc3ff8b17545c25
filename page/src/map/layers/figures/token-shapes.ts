/** The shapes of figures and furniture around (0, 0). Sides differ in shape, not only in color. */
import type { Figure } from '../../../state/stage.svelte'
import { polyline } from '../../geometry/paths'
import type { Plane, XY } from '../../geometry/plane'
import { circle } from '../barriers/door-shapes'
import { widthOf } from './text-width'

/** The parts of a figure that a token shows; figures of games have no others. */
export type Shown = Pick<Figure, 'name' | 'size' | 'side' | 'furniture' | 'blocks'>

export interface Token {
  outline: string
  /** The outline for tiles so small that teeth and corners are not visible. */
  small: string
  /** Thin lines on top of it. */
  detail: string
  half: XY
  /** The name, or as much as fits, and its font size; '' if nothing fits. */
  label: string
  labelSize: number
}

/** On squares a figure fills its footprint, on hexes a circle inside it. */
export function halfSize(plane: Plane, { size: [rows, cols], furniture }: Shown): XY {
  if (plane.grid === 'square') {
    const inset = furniture ? 0.07 : 0.11
    return [cols / 2 - inset, rows / 2 - inset]
  }
  if (furniture) return [rows - 0.66, rows - 0.66]
  return rows > 1 ? [rows - 0.82, rows - 0.82] : [0.39, 0.39]
}

/** The scale factor when zoomed out so far that figures would be dots. */
const VERY_FAR = 11
const SPECK = 12
export function grown(pixels: number): number {
  return pixels < VERY_FAR ? SPECK / pixels : 1
}

export function token(plane: Plane, figure: Shown): Token {
  const half = halfSize(plane, figure)
  const shape = figure.furniture ? furniture(half, figure.blocks) : body(half, figure)
  const small = figure.furniture ? '' : smallShape(half, figure)
  // Teeth and corners leave less space than a circle.
  const round = figure.furniture || figure.side === 'hero' || figure.side === 'ally'
  const room = 2 * half[0] * (round ? 0.86 : 0.76)
  return { ...shape, small, half, ...label(figure.name, room, half[1]) }
}

function body([w, h]: XY, { side }: Shown): { outline: string; detail: string } {
  if (side === 'enemy') return { outline: spiked(w, h), detail: '' }
  if (side === 'ally') return { outline: rounded(w, h, 5), detail: '' }
  if (side === 'neutral') return { outline: sixSided(w, h), detail: '' }
  if (w !== h) return { outline: rounded(w, h, 5), detail: rounded(w - 0.06, h - 0.06, 5) }
  return { outline: circle([0, 0], w), detail: circle([0, 0], w - 0.06) }
}

function furniture([w, h]: XY, tall: boolean): { outline: string; detail: string } {
  const box = (x: number, y: number) => polyline([[-x, -y], [x, -y], [x, y], [-x, y]], true)
  // As on floor plans, tall furniture has diagonal lines and other furniture a rim.
  const rim = Math.min(w, h) * 0.18
  const detail = tall ? `M${-w} ${-h}L${w} ${h}M${w} ${-h}L${-w} ${h}` : box(w - rim, h - rim)
  return { outline: box(w, h), detail }
}

/** Between a circle (power 2) and a box with round corners (higher powers). */
function rounded(w: number, h: number, power: number): string {
  const points: XY[] = []
  for (let i = 0; i < 40; i++) {
    const cos = Math.cos((Math.PI * i) / 20)
    const sin = Math.sin((Math.PI * i) / 20)
    const x = Math.sign(cos) * Math.abs(cos) ** (2 / power)
    const y = Math.sign(sin) * Math.abs(sin) ** (2 / power)
    points.push([w * x, h * y])
  }
  return polyline(points, true)
}

/** A circle with teeth for an enemy, recognizable without color. */
function spiked(w: number, h: number): string {
  const teeth = Math.round((12 * Math.max(w, h)) / 0.39)
  const points: XY[] = []
  for (let i = 0; i < teeth * 2; i++) {
    const angle = (Math.PI * (i - 0.5)) / teeth - Math.PI / 2
    const reach = i % 2 ? 0.03 : -0.055
    points.push([(w + reach) * Math.cos(angle), (h + reach) * Math.sin(angle)])
  }
  return polyline(points, true)
}

function smallShape([w, h]: XY, { side }: Shown): string {
  const scaled = (points: readonly XY[]) => polyline(points.map(([x, y]): XY => [x * w, y * h]), true)
  if (side === 'enemy') return scaled([[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]])
  if (side === 'neutral') return scaled([[0, -1.1], [1.1, 0.9], [-1.1, 0.9]])
  return ''
}

function sixSided(w: number, h: number): string {
  return polyline([[-w, 0], [-w / 2, -h], [w / 2, -h], [w, 0], [w / 2, h], [-w / 2, h]], true)
}

const LARGEST = 0.29
const SMALLEST = 0.1

function label(name: string, room: number, h: number): { label: string; labelSize: number } {
  const largest = Math.min(LARGEST, h * 1.4)
  const fits = room / Math.max(0.5, widthOf(name))
  if (fits >= SMALLEST) return { label: name, labelSize: Math.min(largest, fits) }
  const short = shortName(name)
  return { label: short, labelSize: Math.min(largest, room / Math.max(0.5, widthOf(short))) }
}

/** In pixels: smaller names are written at this size, over the rim of the token. */
export const READABLE = 10
/** ... if the token is this many times as high, so that its shape stays visible; otherwise under it. */
const HIGHER = 2.8
const HIGHER_WIDE = 1.4
/** How far a name may extend into neighboring tiles, in tiles. */
const OVER = 0.35
const UNDER = 0.9

export interface Written {
  words: string
  where: 'over' | 'under'
}

/** The name at a readable size if it is too small inside the token at this zoom, or nothing. */
export function readable({ name, size: [, cols], furniture }: Shown, half: XY, pixels: number): Written | null {
  const choices = furniture ? [name] : [name, shortName(name)]
  const fitting = (tiles: number) => choices.find((words) => widthOf(words) * READABLE <= tiles * pixels)
  const lines = (2 * half[1] * pixels) / READABLE
  const over = lines >= (cols > 1 ? HIGHER_WIDE : HIGHER)
  if (!over && furniture) return null
  const words = fitting(cols + (over ? OVER : UNDER))
  return words === undefined ? null : { words, where: over ? 'over' : 'under' }
}

/** The text inside the token at this zoom, or ''. */
export function inside(figure: Shown, shape: Token, pixels: number): string {
  if (shape.labelSize * pixels >= READABLE) return shape.label
  const written = readable(figure, shape.half, pixels)
  return written?.where === 'over' ? written.words : ''
}

/** "Goblin 12" → "Go12", "Bearer of the lamp" → "BOTL": enough to distinguish tokens. */
export function shortName(name: string): string {
  const words = name.trim().split(/\s+/)
  const number = /(\d{1,3})$/.exec(name.trim())?.[1] ?? ''
  const letters = words.filter((word) => !/^\d+$/.test(word))
  if (letters.length > 1) return letters.slice(0, 4).map((word) => [...word][0]?.toUpperCase()).join('') + number
  return [...(letters[0] ?? '')].slice(0, number ? 2 : 4).join('') + number
}
