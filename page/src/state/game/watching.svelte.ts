import { readReplay, type ReplayLink } from './replay-link'

/** The replay that this page shows, whatever goes on at the table meanwhile. */
class WatchedReplay {
  /** Read before the address is cleared of secrets. */
  link = $state.raw<ReplayLink | null>(readReplay(location.hash))
}

export const watched = new WatchedReplay()
