/** How kinds of terrain are drawn. Any word is a kind; unknown ones show their name. */

export interface TerrainLook {
  /** The class of its color and of its pattern. */
  name: 'low' | 'woods' | 'smoke' | 'water' | 'hill' | 'building' | 'other'
  /** A denser version: "heavy-woods". */
  dense: boolean
}

const NAMES = new Map<string, TerrainLook['name']>(
  Object.entries({
    low: 'low',
    rubble: 'low',
    hedge: 'low',
    woods: 'woods',
    wood: 'woods',
    forest: 'woods',
    jungle: 'woods',
    trees: 'woods',
    smoke: 'smoke',
    fog: 'smoke',
    mist: 'smoke',
    darkness: 'smoke',
    water: 'water',
    river: 'water',
    sea: 'water',
    hill: 'hill',
    building: 'building',
    town: 'building',
    village: 'building',
  }),
)

/** The last part of a word is the kind, the others say how much: "ultra-heavy-woods". */
export function terrainLook(kind: string): TerrainLook {
  const parts = kind.split('-')
  return {
    name: NAMES.get(parts[parts.length - 1] ?? '') ?? 'other',
    dense: parts.slice(0, -1).some((part) => part === 'heavy' || part === 'dense'),
  }
}
