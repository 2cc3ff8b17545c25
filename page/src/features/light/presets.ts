import type { PlainKey } from '../../words/catalog'
import { t } from '../../words/words.svelte'

/** Common light sources, in tiles; most games use five feet per tile. */
export interface LampTraits {
  bright: number
  dim: number
  /** "#rrggbb", or "" for plain light. */
  color: string
}

export interface Preset extends LampTraits {
  name: PlainKey
}

export const PRESETS: readonly Preset[] = [
  { name: 'tokens.candle', bright: 1, dim: 2, color: '#ffc46b' },
  { name: 'tokens.torch', bright: 4, dim: 8, color: '#ff9d4d' },
  { name: 'tokens.lantern', bright: 6, dim: 12, color: '#ffd9a0' },
]

/** The name of a light source with these radii. */
export function presetOf(lamp: Pick<LampTraits, 'bright' | 'dim'>): Preset | null {
  return PRESETS.find((preset) => preset.bright === lamp.bright && preset.dim === lamp.dim) ?? null
}

export function lampName(lamp: Pick<LampTraits, 'bright' | 'dim'>): string {
  return t(presetOf(lamp)?.name ?? 'tokens.light')
}
