/** Places the names that do not fit inside tokens, never over another name or token. */
import type { XY } from '../../geometry/plane'

export interface Named {
  id: string
  name: string
  /** A short form that still distinguishes it, for when the full name does not fit. */
  short: string
  /** The center and half the size of the token, in pixels. */
  middle: XY
  half: XY
  /** Whether to write its full name in any case. */
  first: boolean
  /** Whether the name is inside the token already. */
  inside: boolean
}
export interface PlacedName {
  id: string
  words: string
  /** The center of the text, in pixels. */
  at: XY
}

interface Room {
  left: number
  top: number
  right: number
  bottom: number
}

export const NAME_SIZE = 11
const LINE = NAME_SIZE * 1.25
const GAP = 1

/** `widthOf`: the width of a text relative to its font size. */
export function placedNames(tokens: readonly Named[], widthOf: (words: string) => number): PlacedName[] {
  const bodies = tokens.map(({ id, middle: [x, y], half: [w, h] }) => ({ id, room: { left: x - w, top: y - h, right: x + w, bottom: y + h } }))
  const taken: Room[] = []
  const placed: PlacedName[] = []
  const wanted = tokens.filter((each) => !each.inside)
  for (const token of [...wanted.filter((each) => each.first), ...wanted.filter((each) => !each.first)]) {
    const found = candidates(token, widthOf).find(
      ({ room }) =>
        !taken.some((other) => meet(room, other)) && !bodies.some((body) => body.id !== token.id && meet(room, body.room)),
    )
    const chosen = found ?? (token.first ? candidates(token, widthOf)[0] : undefined)
    if (!chosen) continue
    taken.push(chosen.room)
    placed.push({ id: token.id, words: chosen.words, at: chosen.at })
  }
  return placed
}

/** Under the token, above it, beside it; then the same with the short name. */
function candidates({ name, short, middle: [x, y], half: [w, h] }: Named, widthOf: (words: string) => number) {
  return [...new Set([name, short])].flatMap((words) => {
    const width = widthOf(words) * NAME_SIZE + 2
    const spots: XY[] = [
      [x, y + h + LINE / 2 + GAP],
      [x, y - h - LINE / 2 - GAP],
      [x + w + width / 2 + GAP, y],
      [x - w - width / 2 - GAP, y],
    ]
    return spots.map((at) => ({
      words,
      at,
      room: { left: at[0] - width / 2, top: at[1] - LINE / 2, right: at[0] + width / 2, bottom: at[1] + LINE / 2 },
    }))
  })
}

function meet(a: Room, b: Room): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
