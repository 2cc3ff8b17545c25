import type { PlayerInfo } from '../../protocol/messages.gen'

/** The seat of a player who comes back without their link: it is empty, and the visitor gave its name. The server adds a number to names that are taken. */
export function seatOf(visitor: PlayerInfo, players: readonly PlayerInfo[]): PlayerInfo | undefined {
  const name = visitor.name.replace(/ \d+$/, '')
  return players.find((each) => !each.waiting && !each.pages && (each.name === visitor.name || each.name === name))
}
