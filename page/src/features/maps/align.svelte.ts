import { RefusedError } from '../../protocol/errors'
import { findGrid, mapPicture, sendPicture, type PictureGrid } from '../../protocol/files'
import type { GridFrom, PictureInfo } from '../../protocol/messages.gen'
import { scene } from '../../map/scene.svelte'
import { notices } from '../../state/page/notices.svelte'
import { modulo, parseRatio, plus, ratio, said, times, value, type Ratio } from '../../state/picture/ratio'
import { session } from '../../state/session.svelte'
import { table } from '../../state/table.svelte'
import { t } from '../../words/words.svelte'
import type { PlainKey } from '../../words/catalog'

/** The picture that is being aligned. */
export interface Laying {
  url: string
  pixels: [number, number]
  /** The table's id for it, if it was just uploaded. */
  upload: string | null
  /** Whether it is only for the players. */
  players: boolean
}

export const SOURCES: Record<GridFrom, PlainKey> = {
  file: 'maps.sourceFile',
  name: 'maps.sourceName',
  found: 'maps.sourceLines',
  given: 'maps.sourceTyped',
  hand: 'maps.sourceHand',
}

const ZERO = ratio(0)
/** Tiles count as square if width and height differ by at most this fraction. */
const SQUARE = 0.02

/** Places a picture under the current map, with its grid aligned to the map's. */
class Align {
  laying = $state.raw<Laying | null>(null)
  /** The origin of the board on the picture, and the size of a tile there. */
  x = $state.raw<Ratio>(ZERO)
  y = $state.raw<Ratio>(ZERO)
  wide = $state.raw<Ratio>(ratio(50))
  high = $state.raw<Ratio>(ratio(50))
  from = $state<GridFrom>('hand')
  busy = $state(false)
  /** The result of a search for the grid. */
  words = $state('')

  /** Upload a picture, and start to align it. */
  async send(file: File, players: boolean): Promise<void> {
    this.busy = true
    try {
      const sent = await sendPicture(session.secret, file, file.name, false)
      this.#begin({ url: URL.createObjectURL(file), pixels: sent.pixels, upload: sent.upload, players })
      if (sent.grid) this.take(sent.grid)
      else this.#spread(sent.pixels)
    } catch (error) {
      notices.show('refused', error instanceof RefusedError ? error.message : t('tokens.uploadFailed'))
    } finally {
      this.busy = false
    }
  }

  /** Change the position of the current picture. */
  async again(info: PictureInfo, players: boolean): Promise<void> {
    const map = table.info?.map
    if (!map) return
    const found = await mapPicture(session.secret, map, players).catch(() => null)
    if (!found) return
    this.#begin({ url: URL.createObjectURL(found.content), pixels: info.pixels, upload: null, players })
    this.take({ from: info.grid_from, origin: info.origin, step: info.step })
  }

  #begin(laying: Laying): void {
    this.close()
    this.words = ''
    this.laying = laying
  }

  close(): void {
    if (this.laying) URL.revokeObjectURL(this.laying.url)
    this.laying = null
  }

  take(grid: PictureGrid): void {
    const [x, y, wide, high] = [...grid.origin, ...grid.step].map(parseRatio)
    if (!x || !y || !wide || !high) return
    this.x = x
    this.y = y
    this.wide = wide
    this.high = high
    this.from = grid.from
  }

  /** Whether the tiles are square if the picture is divided into the map's number of tiles. */
  #fitsTiles([width, height]: [number, number]): boolean {
    const [rows, cols] = table.stage?.size ?? [0, 0]
    if (!rows || !cols) return false
    const [wide, high] = [width / cols, height / rows]
    return Math.abs(wide - high) <= SQUARE * Math.max(wide, high)
  }

  /** Without a known grid, the whole picture covers the whole map. */
  #spread([width, height]: [number, number]): void {
    const box = scene.bounds
    if (!box) return
    const square = scene.plane.grid === 'square'
    // The box around hexes has a margin.
    const air = square ? 0 : 0.1
    const across = Math.round((box.right - box.left - 2 * air) * 1000)
    const down = Math.round((box.bottom - box.top - 2 * air) * 1000)
    this.wide = ratio(width * 1000, across)
    this.high = square ? ratio(height * 1000, down) : this.wide
    this.x = square ? ZERO : times(this.wide, Math.round(-(box.left + air) * 1000), 1000)
    this.y = square ? ZERO : times(this.high, Math.round(-(box.top + air) * 1000), 1000)
    this.from = 'hand'
  }

  /** Use a box over some tiles, in tenths of pixels, to get the tile size and the origin. */
  fromBox(box: { x: number; y: number; w: number; h: number }, across: number, down: number): void {
    if (scene.plane.grid === 'hex') {
      this.wide = this.high = ratio(Math.round(box.w), 10 * across)
    } else {
      this.wide = ratio(Math.round(box.w), 10 * across)
      this.high = ratio(Math.round(box.h), 10 * down)
      this.x = first(ratio(Math.round(box.x), 10), this.wide)
      this.y = first(ratio(Math.round(box.y), 10), this.high)
    }
    this.from = 'hand'
  }

  /** Move the grid over the picture by tenths of a pixel. */
  nudge(x: number, y: number): void {
    this.x = plus(this.x, ratio(x, 10))
    this.y = plus(this.y, ratio(y, 10))
    this.from = 'hand'
  }

  /** Move the grid by whole tiles. */
  shift(x: number, y: number): void {
    this.x = plus(this.x, times(this.wide, x))
    this.y = plus(this.y, times(this.high, y))
    this.from = 'hand'
  }

  /** Halve or double the tile size. */
  scale(by: number, over: number): void {
    this.wide = times(this.wide, by, over)
    this.high = times(this.high, by, over)
    this.from = 'hand'
  }

  async suggest(): Promise<void> {
    const { laying } = this
    const map = table.info?.map
    if (!laying || !map) return
    this.busy = true
    this.words = t('maps.detecting')
    try {
      const of = laying.upload ? { upload: laying.upload } : { map, players: laying.players }
      const { found, grid } = await findGrid(session.secret, of)
      if (found !== 'sure' && this.#fitsTiles(laying.pixels)) {
        this.#spread(laying.pixels)
        this.words = t('maps.gridFromTiles')
        return
      }
      if (grid) this.take(grid)
      this.words = t(found === 'no' ? 'maps.noGrid' : found === 'sure' ? 'maps.gridFound' : 'maps.gridGuessed')
    } catch (error) {
      this.words = error instanceof RefusedError ? error.message : t('common.connectionLost')
    } finally {
      this.busy = false
    }
  }

  async lay(): Promise<void> {
    const { laying } = this
    if (!laying) return
    try {
      await session.do({
        t: 'lay_picture',
        origin: [said(this.x), said(this.y)],
        step: [said(this.wide), said(this.high)],
        upload: laying.upload,
        players: laying.players,
        grid_from: this.from,
      })
      this.close()
    } catch {
      // If refused, the notice gives the reason, and the grid stays to be corrected.
    }
  }
}

/** The first tile begins at the picture's edge, or up to half a tile before it. */
function first(at: Ratio, step: Ratio): Ratio {
  const start = modulo(at, step)
  return value(start) * 2 >= value(step) ? plus(start, times(step, -1)) : start
}

export const align = new Align()
