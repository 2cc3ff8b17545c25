/**
 * Reads the canonical drawings of maps in links, for the preview before the engine is ready. It
 * supports only what `formats.text` writes, and the engine's own reader is authoritative.
 */
import type { FigureView, Height, Run, Stage, TerrainSpan, WallPiece, WireEdge } from '../protocol/messages.gen'

type Tile = [number, number]

const FURNITURE = ['table', 'chest', 'throne', 'rack', 'bookcase', 'fireplace', 'cupboard', 'weapon rack']
const TALL = ['bookcase', 'fireplace', 'cupboard', 'weapon rack']
const SIDES = ['hero', 'ally', 'enemy']
const EDGES: Record<string, [string, string]> = {
  '|': ['wall', ''],
  o: ['door', 'open'],
  c: ['door', 'closed'],
  l: ['door', 'locked'],
  s: ['door', 'secret'],
  O: ['gate', 'open'],
  C: ['gate', 'closed'],
  L: ['gate', 'locked'],
}

interface Drawn {
  stage: Stage
  /** The tiles of each symbol. */
  symbols: Map<string, Tile[]>
}

/** The stage of a drawing. Throws if the drawing is not canonical. */
export function readDrawing(text: string): Stage {
  const { drawn, legend } = split(text)
  const figures = new Map<string, FigureView>()
  for (const [symbol, tiles] of drawn.symbols) figures.set(symbol, figureOn(symbol, tiles))
  for (const line of legend) readLegend(line, drawn.stage, figures)
  drawn.stage.figures = [...figures.values()]
  return drawn.stage
}

function split(text: string): { drawn: Drawn; legend: string[] } {
  const slim = /^\+(\d+)x(\d+)\n/.exec(text)
  if (slim) {
    const [height, width] = [Number(slim[1]), Number(slim[2])]
    const lines = text.slice(slim[0].length).split('\n')
    const edges = width - 1 + (height - 1)
    return {
      drawn: squaresWithEdges(height, width, lines),
      legend: lines.slice(1 + edges).filter(Boolean),
    }
  }
  if (text.startsWith('hex')) {
    const [header = '', , ...rest] = text.split('\n')
    const end = rest.indexOf('')
    return { drawn: hexes(header, rest.slice(0, end)), legend: rest.slice(end).filter(Boolean) }
  }
  if (text.startsWith('+')) throw new Error('not slim')
  const lines = text.replace(/^square\n/, '').split('\n')
  const end = lines.indexOf('')
  return { drawn: squares(lines.slice(0, end)), legend: lines.slice(end).filter(Boolean) }
}

function emptyStage(grid: string): Stage {
  return { t: 'stage', map: 'preview', grid, tiles: [], edges: [], walls: [], heights: [], terrain: [], measure: {} } as Stage
}

function squares(rows: readonly string[]): Drawn {
  const stage = emptyStage('square')
  const symbols = new Map<string, Tile[]>()
  stage.tiles = rows.map((row, r): Run => [r, 0, ground(row, (c) => [r, c], symbols)])
  stage.size = [rows.length, rows[0]?.length ?? 0]
  return { stage, symbols }
}

function squaresWithEdges(height: number, width: number, lines: readonly string[]): Drawn {
  const tiles = lines[0] ?? ''
  const rows = Array.from({ length: height }, (_, r) => tiles.slice(r * width, (r + 1) * width))
  const drawn = squares(rows)
  const edges: WireEdge[] = []
  const put = (letter: string, a: Tile, b: Tile) => {
    const found = EDGES[letter]
    if (found) edges.push([...a, ...b, ...found])
  }
  lines.slice(1, width).forEach((line, c) => [...line].forEach((letter, r) => put(letter, [r, c], [r, c + 1])))
  lines.slice(width, width + height - 1).forEach((line, r) => [...line].forEach((letter, c) => put(letter, [r, c], [r + 1, c])))
  drawn.stage.edges = edges
  return drawn
}

function hexes(header: string, lines: readonly string[]): Drawn {
  const stage = emptyStage('hex')
  const flat = header.includes(' flat')
  stage.orientation = flat ? 'flat' : 'pointy'
  const first = /first=(-?\d+),(-?\d+)/.exec(header)
  const [q0, r0] = [Number(first?.[1] ?? 0), Number(first?.[2] ?? 0)]
  const [line0, column0] = flat ? [2 * r0 + q0, 2 * q0] : [r0, 2 * q0 + r0]
  const left = column0 - (lines[0] ?? '').search(/[^ ]/)
  const symbols = new Map<string, Tile[]>()
  const runs: Run[] = []
  lines.forEach((text, i) => {
    ;[...text].forEach((letter, j) => {
      if (letter === ' ' || letter === '_') return
      const [line, column] = [line0 + i, left + j]
      const q = flat ? column / 2 : (column - line) / 2
      const r = flat ? (line - q) / 2 : line
      runs.push([q, r, ground(letter, () => [q, r], symbols)])
    })
  })
  stage.tiles = runs
  return { stage, symbols }
}

/** Add floor and rock for these letters, and record their symbols. */
function ground(letters: string, at: (i: number) => Tile, symbols: Map<string, Tile[]>): string {
  return [...letters]
    .map((letter, i) => {
      if (letter !== '.' && letter !== '#') symbols.set(letter, [...(symbols.get(letter) ?? []), at(i)])
      return letter === '#' ? '#' : '.'
    })
    .join('')
}

function figureOn(symbol: string, tiles: readonly Tile[]): FigureView {
  const [rows, cols] = [tiles.map((each) => each[0]), tiles.map((each) => each[1])]
  const [top, left] = [Math.min(...rows), Math.min(...cols)]
  return {
    id: symbol,
    name: symbol,
    at: tiles.length === 1 ? (tiles[0] as Tile) : [top, left],
    size: [Math.max(...rows) - top + 1, Math.max(...cols) - left + 1],
  }
}

function readLegend(line: string, stage: Stage, figures: Map<string, FigureView>): void {
  const symbol = /^(\w): (.*)$/.exec(line)
  if (symbol) {
    const figure = figures.get(symbol[1] ?? '')
    if (figure) describe(figure, symbol[2] ?? '', stage)
    return
  }
  const [, key = '', rest = ''] = /^([a-z-]+(?: [^:]+)?): (.*)$/.exec(line) ?? []
  const [word = '', ...value] = key.split(' ')
  if (word === 'figure') {
    const place = /^("(?:[^"\\]|\\.)*") at (-?\d+),(-?\d+) size (\d+)(?:x(\d+))?/.exec(rest)
    if (!place) throw new Error('no figure')
    const size: [number, number] = [Number(place[4]), Number(place[5] ?? place[4])]
    const figure: FigureView = { id: '', name: '', at: [Number(place[2]), Number(place[3])], size }
    describe(figure, `${place[1]} ${rest.slice(place[0].length)}`, stage)
    figures.set(`figure ${figures.size}`, figure)
  } else if (word === 'edge') {
    const [carries, state] = threshold(value)
    for (const [a0, a1, b0, b1] of pairs(rest)) (stage.edges ??= []).push([a0, a1, b0, b1, carries, state] as WireEdge)
  } else if (word === 'free') {
    for (const ends of pairs(rest.replace(' ', '|'))) (stage.walls ??= []).push([...ends, ...threshold(value)] as WallPiece)
  } else if (word === 'terrain') {
    for (const [a, b] of pairs(rest)) (stage.terrain ??= []).push([a, b, 1, value.join(' ')] as TerrainSpan)
  } else if (word === 'cover' || word === 'height') {
    for (const [q, r] of pairs(rest)) raise(stage, [q as number, r as number], word, number(value[0] ?? '0'))
  }
}

function describe(figure: FigureView, words: string, stage: Stage): void {
  const [, quoted, rest = ''] = /^("(?:[^"\\]|\\.)*")?\s*(.*)$/.exec(words) ?? []
  if (quoted) figure.name = figure.id = JSON.parse(quoted) as string
  const kind = [...FURNITURE, ...SIDES].sort((a, b) => b.length - a.length).find((each) => rest.startsWith(each))
  if (kind && SIDES.includes(kind)) figure.side = kind
  else if (kind) Object.assign(figure, { kind, furniture: true, blocks: TALL.includes(kind) })
  if (/\bsee-through\b/.test(rest)) figure.blocks = false
  if (/\bblocks\b/.test(rest)) figure.blocks = true
  const size = /\bsize (\d+)/.exec(rest)
  if (size && stage.grid === 'hex') figure.size = [Number(size[1]), Number(size[1])]
}

/** The kind and the state in words such as `closed door` or `limited wall`. */
function threshold(words: readonly string[]): [string, string] {
  const kind = words.at(-1) ?? 'wall'
  const state = words.find((each) => ['open', 'closed', 'locked', 'secret'].includes(each)) ?? ''
  return [kind, kind === 'wall' ? '' : state]
}

function pairs(text: string): number[][] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => word.split(/[,|]/).map(number))
}

function number(word: string): number {
  const [above = '', below = '1'] = word.split('/')
  const value = Number(above) / Number(below)
  if (!Number.isFinite(value)) throw new Error('no number')
  return value
}

function raise(stage: Stage, at: Tile, what: 'cover' | 'height', value: number): void {
  const heights = (stage.heights ??= [])
  let found = heights.find(([q, r]) => q === at[0] && r === at[1])
  if (!found) {
    found = [...at, 0, null] as Height
    heights.push(found)
  }
  if (what === 'cover') found[2] = value
  else found[3] = value
}
