import { describe, expect, it } from 'vitest'
import { unbundle, unlzma } from './lzma'

// lzma.compress(text, FORMAT_ALONE, filters=[LZMA of playground/engine.py])
const PACKED = 'AwAAAAH//////////wAmGx0U+Z+8F/14D3M4WLa/q8pyiGAOD3MaF3Zdh1wjNuvxslQqaHjmro+wjp//k/2AAA=='
const TEXT = 'Line of sight, line of sound. '.repeat(40) + 'the end'

const bytes = (letters: string) => Uint8Array.from(atob(letters), (each) => each.charCodeAt(0))

describe('what Python packed', () => {
  it('comes out as it was', () => {
    expect(new TextDecoder().decode(unlzma(bytes(PACKED), TEXT.length))).toBe(TEXT)
  })

  it('is refused when it is something else, or broken', () => {
    expect(() => unlzma(bytes('AAAA'), 4)).toThrow('not packed')
    const broken = bytes(PACKED)
    broken.fill(255, 24)
    let out = ''
    try {
      out = new TextDecoder().decode(unlzma(broken, TEXT.length))
    } catch {
      out = 'refused'
    }
    expect(out).not.toBe(TEXT)
  })

  it('is taken apart into its files', () => {
    const head = new TextEncoder().encode('{"a.txt":3,"b.txt":2}')
    const whole = new Uint8Array([head.length, 0, 0, 0, ...head, 97, 98, 99, 100, 101])
    const files = unbundle(whole)
    expect([...files].map(([name, data]) => [name, new TextDecoder().decode(data)])).toEqual([
      ['a.txt', 'abc'],
      ['b.txt', 'de'],
    ])
  })
})
