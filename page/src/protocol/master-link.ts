/**
 * Keeps the game master's secret out of the address, where anyone could read it on the screen or on
 * a picture of it. This tab keeps it in session storage, so that a reload works. A second tab
 * without a link asks the other tabs of this browser.
 */

const KEPT = 'sightline master'
/** How long to wait for another tab; background tabs are slow. */
const PATIENCE = 500

type Said = { t: 'ask' } | { t: 'secret'; secret: string }

/** Remove everything after the `#` from the address, and from the history entry. */
export function clearAddress(): void {
  history.replaceState(null, '', location.pathname + location.search)
}

/** Remove the secret from the address after storing it. Without storage it has to stay there. */
export function keepMaster(secret: string): void {
  try {
    sessionStorage.setItem(KEPT, secret)
    if (sessionStorage.getItem(KEPT) !== secret) return
  } catch {
    history.replaceState(null, '', `#m=${secret}`)
    return
  }
  clearAddress()
}

/** Forget it, because this tab was opened with another link. */
export function forgetMaster(): void {
  try {
    sessionStorage.removeItem(KEPT)
  } catch {
    // Without storage, nothing was remembered.
  }
}

/** The game master's secret, from this tab's storage or another tab. */
export async function findMaster(): Promise<string | null> {
  try {
    const kept = sessionStorage.getItem(KEPT)
    if (kept) return kept
  } catch {
    // Ask other tabs.
  }
  return ask()
}

/** Give the secret to other tabs on request. */
export function shareMaster(secret: () => string): void {
  const channel = open()
  if (!channel) return
  channel.onmessage = (event: MessageEvent<Said>) => {
    if (event.data.t === 'ask' && secret()) channel.postMessage({ t: 'secret', secret: secret() } satisfies Said)
  }
}

function ask(): Promise<string | null> {
  const channel = open()
  if (!channel) return Promise.resolve(null)
  return new Promise((resolve) => {
    const done = (found: string | null): void => {
      clearTimeout(waiting)
      channel.close()
      resolve(found)
    }
    const waiting = setTimeout(() => done(null), PATIENCE)
    channel.onmessage = (event: MessageEvent<Said>) => {
      if (event.data.t === 'secret') done(event.data.secret)
    }
    channel.postMessage({ t: 'ask' } satisfies Said)
  })
}

/** A channel between the pages of this table in this browser. */
function open(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(KEPT)
}
