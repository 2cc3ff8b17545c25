/** How the kinds of terrain are drawn: any word is one, so what is not known here gets its name. */

export interface TerrainLook {
  /** The class of its ground, and of the pattern over it. */
  name: 'low' | 'woods' | 'smoke' | 'water' | 'hill' | 'building' | 'other'
  /** The same, but more of it: "heavy-woods". */
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

/** The last part of a word says what it is, the ones before how much: "ultra-heavy-woods". */
export function terrainLook(kind: string): TerrainLook {
  const parts = kind.split('-')
  return {
    name: NAMES.get(parts[parts.length - 1] ?? '') ?? 'other',
    dense: parts.slice(0, -1).some((part) => part === 'heavy' || part === 'dense'),
  }
}
