/** Keeps the master's secret out of the address: anyone who looks at the screen, or at a picture of it,
 * would have it. This tab keeps it in its own storage, so that a reload comes back; a second tab
 * that is opened without a link asks the tabs of this browser that are at the table. */

const KEPT = 'sightline master'
/** How long another tab has to answer: those in the background are slow. */
const PATIENCE = 500

type Said = { t: 'ask' } | { t: 'secret'; secret: string }

/** Take whatever is behind the `#` out of the address. Replaced, not added: going back does not lead
 * to it either. */
export function clearAddress(): void {
  history.replaceState(null, '', location.pathname + location.search)
}

/** Take the secret out of the address, once it is kept. Without storage it has to stay there. */
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

/** This tab was opened with another link. */
export function forgetMaster(): void {
  try {
    sessionStorage.removeItem(KEPT)
  } catch {
    // Nothing was kept, then.
  }
}

/** The master's secret, if this tab has it or gets it from another one. */
export async function findMaster(): Promise<string | null> {
  try {
    const kept = sessionStorage.getItem(KEPT)
    if (kept) return kept
  } catch {
    // Another tab may know.
  }
  return ask()
}

/** Give other tabs the secret, as long as there is one to give. */
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

/** Between the pages of this table in this browser, and nobody else. */
function open(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(KEPT)
}
