import { describe, expect, it } from 'vitest'
import { lampName, PRESETS, presetOf } from './presets'

describe('lamps that people know', () => {
  it('are known by how far they shine, whatever their color', () => {
    expect(lampName({ bright: 4, dim: 8 })).toBe('Torch')
    expect(presetOf({ bright: 4, dim: 9 })).toBeNull()
    expect(lampName({ bright: 4, dim: 9 })).toBe('Light')
  })

  it('shine further dimly than brightly, and no two alike', () => {
    for (const preset of PRESETS) expect(preset.dim).toBeGreaterThan(preset.bright)
    expect(new Set(PRESETS.map(({ bright, dim }) => `${bright} ${dim}`)).size).toBe(PRESETS.length)
  })
})
