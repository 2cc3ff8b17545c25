/**
 * Requests the pictures of visible tiles from the table, and draws them when they arrive. The
 * server never sends tiles that the player does not know. The page keeps only the drawn pixels, and
 * only while their tiles are known.
 */
import type { TilePack, WantTiles } from '../../protocol/messages.gen'
import { key, tileOf } from '../../state/tiles'
import type { Zoom } from '../geometry/camera'
import type { Plane } from '../geometry/plane'
import { Chunks, type Drawable } from './chunks'

export type Tier = WantTiles['tier']
export interface Wanted {
  tier: Tier
  tiles: string[]
}
/** Whether some visible tiles have no picture yet, some only a coarse one, or all the needed resolution. */
export type Sharpness = 'waiting' | 'coarse' | 'sharp'
/** The map's window, and the area drawn beyond its sides, in pixels. */
export interface View {
  width: number
  height: number
  wide: number
  high: number
}

const TIERS: readonly Tier[] = [32, 64, 128]
interface Place {
  tile: string
  x: number
  y: number
}
/** Tiles per request, limited so that other messages do not wait long behind them. */
const PACK = 96
/** Up to this many are requested in full resolution at once; for more, a coarse picture comes first. */
const FEW = 24
/** A response may take as long as cutting a large picture. */
const PATIENCE = 120_000

/** The tier with about one pixel per screen pixel. */
export function tierFor(pixels: number): Tier {
  return TIERS.find((tier) => pixels <= tier * 1.2) ?? 128
}

export class TileLoader {
  readonly chunks: Chunks
  sharpness: Sharpness = 'waiting'
  /** The resolution of each drawn tile. */
  readonly #drawn = new Map<string, number>()
  #finest = 128
  #asked: Wanted | null = null
  #askedAt = 0

  constructor(
    readonly picture: string,
    private readonly plane: Plane,
    private readonly want: (wanted: WantTiles) => boolean,
    private readonly changed: () => void,
  ) {
    this.chunks = new Chunks(plane)
  }

  /** Set the known tiles, and erase forgotten ones. */
  know(known: ReadonlyMap<string, unknown>): void {
    for (const tile of [...this.#drawn.keys()]) {
      if (known.has(tile)) continue
      this.#drawn.delete(tile)
      this.chunks.erase(tileOf(tile))
    }
  }

  /** Request visible tiles that are missing or too coarse. */
  look(known: ReadonlyMap<string, unknown>, zoom: Zoom, view: View, ratio: number): void {
    const far = this.chunks.trim(zoom, view.width, view.height)
    if (far) for (const tile of [...this.#drawn.keys()]) if (far(tile)) this.#drawn.delete(tile)
    if (this.#asked && Date.now() - this.#askedAt < PATIENCE) return
    const wanted = this.#wanted(known, zoom, view, ratio)
    if (!wanted) return
    const message: WantTiles = {
      t: 'want_tiles',
      picture: this.picture,
      tier: wanted.tier,
      tiles: wanted.tiles.map(tileOf),
    }
    if (!this.want(message)) return
    this.#asked = wanted
    this.#askedAt = Date.now()
  }

  /** Forget pending requests, after the connection was lost. */
  forgetAsked(): void {
    this.#asked = null
  }

  #wanted(known: ReadonlyMap<string, unknown>, zoom: Zoom, { width, height, wide, high }: View, ratio: number): Wanted | null {
    const left = -(wide + zoom.x) / zoom.k - 1
    const top = -(high + zoom.y) / zoom.k - 1
    const right = (width + wide - zoom.x) / zoom.k + 1
    const bottom = (height + high - zoom.y) / zoom.k + 1
    const tier = Math.min(tierFor(zoom.k * ratio), this.#finest) as Tier
    const none: Place[] = []
    const coarse: Place[] = []
    for (const tile of known.keys()) {
      const drawn = this.#drawn.get(tile) ?? 0
      if (drawn >= tier) continue
      const [x, y] = this.plane.center(tileOf(tile))
      if (x < left || x > right || y < top || y > bottom) continue
      if (drawn) coarse.push({ tile, x, y })
      else none.push({ tile, x, y })
    }
    this.sharpness = none.length ? 'waiting' : coarse.length ? 'coarse' : 'sharp'
    // The middle of the window comes first.
    const away = ({ x, y }: Place) => Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2)
    const found = none.length ? none : coarse
    if (found.length > PACK) found.sort((a, b) => away(a) - away(b))
    const tiles = found.slice(0, PACK).map((each) => each.tile)
    if (!tiles.length) return null
    return { tier: none.length > FEW ? (Math.min(32, this.#finest) as Tier) : tier, tiles }
  }

  async take(head: TilePack, pictures: Uint8Array<ArrayBuffer>, isKnown: (tile: string) => boolean): Promise<void> {
    if (head.picture !== this.picture) return
    const asked = this.#asked
    if (asked && head.tier < asked.tier) this.#finest = head.tier
    let at = 0
    const decoded: Promise<[string, Drawable | null]>[] = []
    for (const [a, b, length] of head.tiles ?? []) {
      const bytes = pictures.subarray(at, at + length)
      at += length
      decoded.push(decode(bytes).then((picture) => [key([a, b]), picture]))
    }
    for (const [tile, picture] of await Promise.all(decoded)) {
      // It may have been forgotten while it was decoded.
      if (picture && isKnown(tile)) this.chunks.put(tileOf(tile), picture, head.tier)
      if (picture && 'close' in picture) picture.close()
    }
    // A tile that was omitted is not requested again until it becomes known again.
    for (const tile of asked?.tiles ?? []) if (isKnown(tile)) this.#drawn.set(tile, asked?.tier ?? 0)
    this.#asked = null
    this.changed()
  }
}

async function decode(bytes: Uint8Array<ArrayBuffer>): Promise<Drawable | null> {
  if (!bytes.length) return null
  try {
    return await createImageBitmap(new Blob([bytes], { type: 'image/webp' }))
  } catch {
    return null
  }
}
