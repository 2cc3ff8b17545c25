/** Lamps that people know, in tiles; most games count five feet a tile. */
export interface LampTraits {
  bright: number
  dim: number
  /** "#rrggbb", or "" for plain light. */
  color: string
}

export interface Preset extends LampTraits {
  name: string
}

export const PRESETS: readonly Preset[] = [
  { name: 'Candle', bright: 1, dim: 2, color: '#ffc46b' },
  { name: 'Torch', bright: 4, dim: 8, color: '#ff9d4d' },
  { name: 'Lantern', bright: 6, dim: 12, color: '#ffd9a0' },
]

/** What people call a lamp like that: by how far it shines. */
export function presetOf(lamp: Pick<LampTraits, 'bright' | 'dim'>): Preset | null {
  return PRESETS.find((preset) => preset.bright === lamp.bright && preset.dim === lamp.dim) ?? null
}

export function lampName(lamp: Pick<LampTraits, 'bright' | 'dim'>): string {
  return presetOf(lamp)?.name ?? 'Lamp'
}
