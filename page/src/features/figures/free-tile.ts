import { Plane, type XY } from '../../map/geometry/plane'
import type { Tile } from '../../protocol/types'
import type { Figure, StageModel } from '../../state/stage.svelte'
import { key, tileOf } from '../../state/tiles'

/** Floor where nobody stands, near the party if it is here, else near the middle of the map. */
export function freeTile(stage: StageModel): Tile | null {
  const plane = new Plane(stage.grid, stage.orientation)
  const taken = new Set([...stage.figures.values()].flatMap((figure) => tilesOf(stage, figure)))
  const floor = [...stage.ground].filter(([, ground]) => ground === '.').map(([tile]) => tileOf(tile))
  const party = [...stage.figures.values()].filter((figure) => figure.owners.length > 0)
  const goal = middle((party.length ? party.map((figure) => figure.at) : floor).map((tile) => plane.center(tile)))
  const free = floor.filter((tile) => !taken.has(key(tile)))
  const far = (tile: Tile) => Math.hypot(plane.center(tile)[0] - goal[0], plane.center(tile)[1] - goal[1])
  return free.reduce<Tile | null>((best, tile) => (best === null || far(tile) < far(best) ? tile : best), null)
}

function middle(points: readonly XY[]): XY {
  const sum = (index: 0 | 1) => points.reduce((total, point) => total + point[index], 0)
  return [sum(0) / Math.max(1, points.length), sum(1) / Math.max(1, points.length)]
}

/** On squares from the top left tile on, on hexes around the middle one. */
function tilesOf(stage: StageModel, { at: [a, b], size: [rows, cols] }: Figure): string[] {
  const reach = rows - 1
  const tiles: string[] = []
  if (stage.grid === 'square') {
    for (let row = 0; row < rows; row++) for (let col = 0; col < cols; col++) tiles.push(key([a + row, b + col]))
    return tiles
  }
  for (let q = -reach; q <= reach; q++) {
    for (let r = Math.max(-reach, -q - reach); r <= Math.min(reach, reach - q); r++) tiles.push(key([a + q, b + r]))
  }
  return tiles
}
