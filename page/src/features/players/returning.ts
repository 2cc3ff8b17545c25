import type { PlayerInfo } from '../../protocol/messages.gen'

/** The empty seat of a player who returns without their link under the same name. The server adds a number to names that are taken. */
export function seatOf(visitor: PlayerInfo, players: readonly PlayerInfo[]): PlayerInfo | undefined {
  const name = visitor.name.replace(/ \d+$/, '')
  return players.find((each) => !each.waiting && !each.pages && (each.name === visitor.name || each.name === name))
}
