import { readReplay, type ReplayLink } from './replay-link'

/** The replay that this page shows, independent of the table. */
class WatchedReplay {
  /** Read before secrets are removed from the address. */
  link = $state.raw<ReplayLink | null>(readReplay(location.hash))
}

export const watched = new WatchedReplay()
