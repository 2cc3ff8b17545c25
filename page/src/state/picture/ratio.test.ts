import { describe, expect, it } from 'vitest'
import { modulo, parseRatio, plus, ratio, said, shown, times } from './ratio'

describe('exact numbers of pixels', () => {
  it('reads what people type', () => {
    expect(parseRatio('70')).toEqual({ n: 70, d: 1 })
    expect(parseRatio(' 69.5 ')).toEqual({ n: 139, d: 2 })
    expect(parseRatio('69,5')).toEqual({ n: 139, d: 2 })
    expect(parseRatio('2048/29')).toEqual({ n: 2048, d: 29 })
    expect(parseRatio('-12.25')).toEqual({ n: -49, d: 4 })
    for (const wrong of ['', 'x', '1/0', '1.2.3', '1e9', '--1']) expect(parseRatio(wrong)).toBeNull()
  })

  it('keeps a third a third through many small steps', () => {
    let at = ratio(1, 3)
    for (let i = 0; i < 1000; i++) at = plus(at, ratio(1, 10))
    for (let i = 0; i < 1000; i++) at = plus(at, ratio(-1, 10))
    expect(at).toEqual({ n: 1, d: 3 })
    expect(times(times(at, 1, 2), 2)).toEqual(at)
  })

  it('takes whole steps off', () => {
    expect(modulo(ratio(-7), ratio(20))).toEqual({ n: 13, d: 1 })
    expect(modulo(ratio(45), ratio(20))).toEqual({ n: 5, d: 1 })
    expect(modulo(ratio(2048, 29), ratio(2048, 29))).toEqual({ n: 0, d: 1 })
  })

  it('says it as the table takes it', () => {
    expect(said(ratio(2048, 29))).toBe('2048/29')
    expect(said(ratio(70))).toBe('70')
    expect(said(ratio(1234567, 1000001))).toBe('1.234566')
    expect(shown(ratio(139, 2))).toBe('69.5')
    expect(shown(ratio(2048, 29))).toBe('2048/29')
  })
})
