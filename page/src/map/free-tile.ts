/** Finds space for another figure. */
import type { Plane } from './geometry/plane'
import type { Size, Tile } from '../protocol/types'
import type { Figure } from '../state/stage.svelte'
import { key } from '../state/tiles'

/** The search radius, in tiles. */
const REACH = 12

/** The nearest unoccupied floor where it fits, or null if there is none nearby. */
export function freeTileNear(
  plane: Plane,
  ground: ReadonlyMap<string, string>,
  figures: Iterable<Figure>,
  near: Tile,
  size: Size,
): Tile | null {
  const taken = new Set([...figures].flatMap((each) => plane.footprint(each.at, each.size).map(key)))
  const [x, y] = plane.center(near)
  let best: Tile | null = null
  let least = Infinity
  for (let first = near[0] - REACH; first <= near[0] + REACH; first++) {
    for (let second = near[1] - REACH; second <= near[1] + REACH; second++) {
      const [cx, cy] = plane.center([first, second])
      const away = Math.hypot(cx - x, cy - y)
      const fits = () =>
        plane.footprint([first, second], size).every((tile) => ground.get(key(tile)) === '.' && !taken.has(key(tile)))
      if (away < least && fits()) {
        least = away
        best = [first, second]
      }
    }
  }
  return best
}
