/** The secret in the page's address, and the seats that this browser remembers. */

export type Link =
  | { kind: 'master' | 'player'; secret: string }
  /** Valid once, for the browser opened by the server; `home`: start on the first page. */
  | { kind: 'ticket'; secret: string; home: boolean }
  /** `own`: the seat that this browser has already taken with this link. */
  | { kind: 'join'; secret: string; own: string | null }
  | { kind: 'none' }

const KINDS = { m: 'master', o: 'ticket', h: 'ticket', p: 'player', j: 'join' } as const

export function readLink(hash: string): Link {
  const found = /^#([mohpj])=([\w-]{16,100})$/.exec(hash)
  if (!found) return { kind: 'none' }
  const kind = KINDS[found[1] as keyof typeof KINDS]
  const secret = found[2] as string
  if (kind === 'ticket') return { kind, secret, home: found[1] === 'h' }
  return kind === 'join' ? { kind, secret, own: recall(secret) } : { kind, secret }
}

/** Put a player's own secret into the address, so that a reload returns to the same seat. */
export function settle(secret: string): void {
  history.replaceState(null, '', `#p=${secret}`)
}

export function remember(join: string, own: string): void {
  try {
    localStorage.setItem(`sightline seat ${join}`, own)
  } catch {
    // Without storage, only the address remembers the seat.
  }
}

export function forget(join: string): void {
  try {
    localStorage.removeItem(`sightline seat ${join}`)
  } catch {
    // Without storage, nothing was remembered.
  }
}

function recall(join: string): string | null {
  try {
    return localStorage.getItem(`sightline seat ${join}`)
  } catch {
    return null
  }
}

/** crypto.randomUUID is missing on plain http in a local network. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
