/** A replay in the page's address: `#replay=one-card-dungeon/1.wizard.1.7...` */
export interface ReplayLink {
  game: string
  replay: string
}

const SHAPE = /^#?(?:replay=)?([a-z-]+)\/([\w.~;,%-]+)$/
/** Parse what a user pastes: the whole address, the part after #, or only the game. */
export function readReplay(text: string, usual = ''): ReplayLink | null {
  const tail = text.trim().replace(/^.*#/, '#')
  const found = SHAPE.exec(tail)
  if (found) return { game: found[1] as string, replay: found[2] as string }
  return usual && /^[\w.~;,%-]+$/.test(tail) ? { game: usual, replay: tail } : null
}

export function replayAddress(link: ReplayLink): string {
  return `${location.origin}${location.pathname}#replay=${link.game}/${link.replay}`
}
