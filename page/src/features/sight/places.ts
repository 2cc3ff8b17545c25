import type { FigureOrTile } from '../../protocol/messages.gen'
import { key, tileOf } from '../../state/tiles'

/** A place as the value of an option: ids have no comma, tiles do. */
export function placeValue(place: FigureOrTile | null): string {
  if (place === null) return ''
  return typeof place === 'string' ? place : key(place)
}

export function placeFrom(value: string): FigureOrTile | null {
  if (!value) return null
  return value.includes(',') ? tileOf(value) : value
}
