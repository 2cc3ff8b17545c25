import type { Place } from '../../protocol/protocol'
import { key, tileOf } from '../../state/tiles'

/** A place as the value of an option: ids have no comma, tiles do. */
export function placeValue(place: Place | null): string {
  if (place === null) return ''
  return typeof place === 'string' ? place : key(place)
}

export function placeFrom(value: string): Place | null {
  if (!value) return null
  return value.includes(',') ? tileOf(value) : value
}
