/**
 * A player's picture of the map: tiles drawn into chunks of 8 × 8, which are drawn onto one canvas,
 * so that no zoom level shows seams between tiles. A chunk is a square of the paper. Chunks far
 * from the window are released, and requested again when needed.
 */
import { key, tileOf } from '../../state/tiles'
import type { Zoom } from '../geometry/camera'
import type { Plane, XY } from '../geometry/plane'

/** Tiles along a side of a chunk. */
export const CHUNK = 8
/** The limit for all chunks together, which fits into a phone's memory. */
const MOST_PIXELS = 40_000_000
/** Pixels by which hexes overlap, because each has a separate border. */
const OVERLAP = 0.75

export type Drawable = ImageBitmap | HTMLImageElement

interface Chunk {
  i: number
  j: number
  /** Pixels per tile. */
  tier: number
  canvas: HTMLCanvasElement
}

/** The rectangle of the paper that a tile's picture covers. */
export function tileBox(plane: Plane, tile: readonly [number, number]): { x: number; y: number; w: number; h: number } {
  const [cx, cy] = plane.center(tile)
  const long = plane.grid === 'square' ? 1 : 2 / Math.sqrt(3)
  const w = plane.grid === 'hex' && plane.orientation !== 'pointy' ? long : 1
  const h = plane.grid === 'hex' && plane.orientation === 'pointy' ? long : 1
  return { x: cx - w / 2, y: cy - h / 2, w, h }
}

export class Chunks {
  readonly #chunks = new Map<string, Chunk>()

  constructor(private readonly plane: Plane) {}

  /** Draw a tile's picture at its position. */
  put(tile: readonly [number, number], picture: Drawable, tier: number): void {
    const { x, y, w, h } = tileBox(this.plane, tile)
    const grow = this.plane.grid === 'hex' ? OVERLAP : 0
    for (const chunk of this.#around(tile, tier)) {
      const left = (x - chunk.i * CHUNK) * chunk.tier
      const top = (y - chunk.j * CHUNK) * chunk.tier
      const context = chunk.canvas.getContext('2d')
      if (this.plane.grid === 'square') context?.clearRect(left, top, w * chunk.tier, h * chunk.tier)
      context?.drawImage(picture, left - grow, top - grow, w * chunk.tier + 2 * grow, h * chunk.tier + 2 * grow)
    }
  }

  /** Erase a tile's picture. */
  erase(tile: readonly [number, number]): void {
    for (const chunk of this.#around(tile, 0)) {
      const context = chunk.canvas.getContext('2d')
      if (!context) continue
      context.save()
      context.globalCompositeOperation = 'destination-out'
      context.beginPath()
      for (const [x, y] of this.plane.corners(tile)) {
        context.lineTo((x - chunk.i * CHUNK) * chunk.tier, (y - chunk.j * CHUNK) * chunk.tier)
      }
      context.closePath()
      context.fill()
      // Also erase the part of a hex beyond its border.
      if (this.plane.grid === 'hex') {
        context.lineWidth = 2 * OVERLAP + 1
        context.stroke()
      }
      context.restore()
    }
  }

  clear(): void {
    for (const chunk of this.#chunks.values()) letGo(chunk)
    this.#chunks.clear()
  }

  /** Release chunks far from the window; return a test for their tiles. */
  trim(zoom: Zoom, width: number, height: number): ((tile: string) => boolean) | null {
    let pixels = 0
    for (const { tier } of this.#chunks.values()) pixels += (CHUNK * tier) ** 2
    if (pixels <= MOST_PIXELS) return null
    const middle: XY = [(width / 2 - zoom.x) / zoom.k, (height / 2 - zoom.y) / zoom.k]
    const away = ({ i, j }: Chunk) => Math.hypot((i + 0.5) * CHUNK - middle[0], (j + 0.5) * CHUNK - middle[1])
    const gone = new Set<string>()
    for (const [id, chunk] of [...this.#chunks].sort((a, b) => away(b[1]) - away(a[1]))) {
      if (pixels <= MOST_PIXELS * 0.8) break
      pixels -= (CHUNK * chunk.tier) ** 2
      letGo(chunk)
      this.#chunks.delete(id)
      gone.add(id)
    }
    return (tile) => this.#ids(tileOf(tile)).some((id) => gone.has(id))
  }

  /** Draw onto a canvas with the screen's resolution. */
  draw(context: OffscreenCanvasRenderingContext2D, zoom: Zoom, ratio: number): void {
    const { width, height } = context.canvas
    // Both sides of a border are rounded to the same screen pixel, so there are no gaps.
    const x = (paper: number) => Math.round((paper * zoom.k + zoom.x) * ratio)
    const y = (paper: number) => Math.round((paper * zoom.k + zoom.y) * ratio)
    context.imageSmoothingQuality = 'high'
    for (const { i, j, canvas } of this.#chunks.values()) {
      const left = x(i * CHUNK)
      const top = y(j * CHUNK)
      const right = x((i + 1) * CHUNK)
      const bottom = y((j + 1) * CHUNK)
      if (right <= 0 || bottom <= 0 || left >= width || top >= height) continue
      context.drawImage(canvas, left, top, right - left, bottom - top)
    }
  }

  #ids(tile: readonly [number, number]): string[] {
    const { x, y, w, h } = tileBox(this.plane, tile)
    const ids: string[] = []
    // A hex may be in two or four of them.
    for (let i = Math.floor(x / CHUNK); i * CHUNK < x + w - 1e-9; i++) {
      for (let j = Math.floor(y / CHUNK); j * CHUNK < y + h - 1e-9; j++) ids.push(key([i, j]))
    }
    return ids
  }

  /** The chunks that contain a tile, created in at least this resolution; 0: only existing ones. */
  #around(tile: readonly [number, number], tier: number): Chunk[] {
    const found: Chunk[] = []
    for (const id of this.#ids(tile)) {
      let chunk = this.#chunks.get(id)
      if (tier && (!chunk || chunk.tier < tier)) {
        const [i, j] = tileOf(id)
        const finer: Chunk = { i, j, tier, canvas: document.createElement('canvas') }
        finer.canvas.width = finer.canvas.height = CHUNK * tier
        if (chunk) {
          const context = finer.canvas.getContext('2d')
          context?.drawImage(chunk.canvas, 0, 0, CHUNK * tier, CHUNK * tier)
          letGo(chunk)
        }
        this.#chunks.set(id, finer)
        chunk = finer
      }
      if (chunk) found.push(chunk)
    }
    return found
  }
}

/** Some browsers keep the memory of a canvas until it is resized. */
function letGo({ canvas }: Chunk): void {
  canvas.width = canvas.height = 1
}
