/** What a page knows of a quest's board, decoded from its rows of letters. */
import type { QuestPiece, QuestScreen, QuestWay } from '../../protocol/messages.gen'
import type { Tile } from '../../protocol/types'
import { key } from '../../state/tiles'

export interface Ground {
  /** Every known tile. */
  known: string[]
  rock: string[]
  /** Seen before, but out of sight now. */
  remembered: string[]
  /** On the game master's page: tiles that no hero has seen. */
  unseen: string[]
  tiles: Tile[]
  box: { top: number; left: number; rows: number; cols: number }
}

export function groundOf(view: QuestScreen): Ground {
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

export function letterAt(view: QuestScreen, [row, col]: Tile): string {
  return view.ground?.[row]?.[col] ?? ' '
}

/** The tiles of a path without its start, or none if there is no path. */
export function routeTo(ways: ReadonlyMap<string, QuestWay>, to: Tile): Tile[] {
  const tiles: Tile[] = []
  for (let way = ways.get(key(to)); way; way = ways.get(key(way.via))) tiles.unshift(way.at)
  return tiles
}

/** Whether a piece covers that tile. */
export function coveredBy({ at, size }: Pick<QuestPiece, 'at' | 'size'>, [row, col]: Tile): boolean {
  const [rows, cols] = size ?? [1, 1]
  return row >= at[0] && row < at[0] + rows && col >= at[1] && col < at[1] + cols
}
