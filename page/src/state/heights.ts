/** Heights as text: "+30 ft" on a map of 5-foot tiles, "+6" if tiles have no unit. */
import { parseRatio, value } from './picture/ratio'

/** An exact height in tiles as the server sends it, "" for none. */
export function heightOf(text: string): number | null {
  const exact = parseRatio(text)
  return exact && value(exact)
}

/** The length of a tile and its unit; 1 and "" without one. */
function unitOf(unit: string): [number, string] {
  const [, size, word = ''] = /^([\d.]+) (.+)$/.exec(unit) ?? []
  return [size ? Number(size) : 1, word]
}

/** "+30 ft", "-5 ft", "+0 ft". */
export function heightWords(tiles: number, unit = ''): string {
  const [size, word] = unitOf(unit)
  const number = Math.round(tiles * size * 100) / 100
  return `${number < 0 ? '−' : '+'}${Math.abs(number)}${word && `\u00a0${word}`}`
}

/** In the unit of the map, for a field. */
export function inUnits(tiles: number, unit = ''): number {
  return Math.round(tiles * unitOf(unit)[0] * 100) / 100
}

/** Convert text in the unit of the map ("30", "30 ft", "+30") to tiles; null if it is not a number. */
export function tilesTyped(typed: string, unit = ''): number | null {
  const found = /^\s*([+-]?\d+(?:[.,]\d+)?)\s*\D*$/.exec(typed.replace('−', '-'))
  return found?.[1] ? Number(found[1].replace(',', '.')) / unitOf(unit)[0] : null
}
