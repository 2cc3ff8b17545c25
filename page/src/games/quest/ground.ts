/** What a page knows of a quest's board, out of its rows of letters. */
import type { QuestView } from '../../protocol/messages.gen'
import type { Tile } from '../../protocol/types'
import { key } from '../../state/tiles'

export interface Ground {
  /** Every tile that is known. */
  known: string[]
  rock: string[]
  /** Seen before, but out of sight now. */
  remembered: string[]
  /** On the master's page: what no hero has seen. */
  unseen: string[]
  tiles: Tile[]
  box: { top: number; left: number; rows: number; cols: number }
}

export function groundOf(view: QuestView): Ground {
  const ground: Ground = { known: [], rock: [], remembered: [], unseen: [], tiles: [], box: { top: 0, left: 0, rows: 1, cols: 1 } }
  let [top, left, bottom, right] = [Infinity, Infinity, -Infinity, -Infinity]
  ;(view.ground ?? []).forEach((line, row) => {
    ;[...line].forEach((letter, col) => {
      if (letter === ' ') return
      const tile: Tile = [row, col]
      ground.tiles.push(tile)
      ground.known.push(key(tile))
      if (letter === '#') ground.rock.push(key(tile))
      if (letter === ':') ground.remembered.push(key(tile))
      if (letter === ',') ground.unseen.push(key(tile))
      top = Math.min(top, row)
      left = Math.min(left, col)
      bottom = Math.max(bottom, row)
      right = Math.max(right, col)
    })
  })
  if (ground.tiles.length) ground.box = { top, left, rows: bottom - top + 1, cols: right - left + 1 }
  return ground
}

export function letterAt(view: QuestView, [row, col]: Tile): string {
  return view.ground?.[row]?.[col] ?? ' '
}
