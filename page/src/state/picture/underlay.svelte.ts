import { mapPicture } from '../../protocol/files'
import { rights } from '../rights.svelte'
import { session } from '../session.svelte'
import { table } from '../table.svelte'

/** The picture's position on the map, in tiles, and its object URL. */
export interface LaidPicture {
  map: string
  url: string
  left: number
  top: number
  width: number
  height: number
}

const KEPT = 'sightline-no-picture'

/**
 * The picture under the current map of the game master. Players have none, because it may show what
 * they do not know. Each browser decides whether to show it.
 */
class Underlay {
  #laid = $state.raw<LaidPicture | null>(null)
  #hidden = $state(kept())
  #wanted = ''

  /** The picture of this map, shown or not. */
  readonly laid: LaidPicture | null = $derived(
    this.#laid !== null && this.#laid.map === table.stage?.map && rights.isMaster ? this.#laid : null,
  )
  /** Hidden while the game master views a player's page, which does not have it. */
  readonly shown: LaidPicture | null = $derived(this.#hidden || rights.watching ? null : this.laid)

  get hidden(): boolean {
    return this.#hidden
  }

  set hidden(hidden: boolean) {
    this.#hidden = hidden
    try {
      if (hidden) localStorage.setItem(KEPT, '1')
      else localStorage.removeItem(KEPT)
    } catch {
      // Without storage, it is shown again next time.
    }
  }

  /** Load the picture of the current map; called when the map or the picture's position changes. */
  async look(map: string | undefined, picture: string): Promise<void> {
    const wanted = rights.isMaster && picture ? `${map ?? ''} ${picture}` : ''
    if (wanted === this.#wanted) return
    this.#wanted = wanted
    if (!wanted || !map) {
      this.#lay(null)
      return
    }
    // The map works without it, and the page reports lost connections elsewhere.
    const found = await mapPicture(session.secret, map).catch(() => null)
    if (wanted !== this.#wanted) return
    if (!found) {
      this.#lay(null)
      return
    }
    const { content, ...place } = found
    this.#lay({ map, url: URL.createObjectURL(content), ...place })
  }

  #lay(laid: LaidPicture | null): void {
    if (this.#laid) URL.revokeObjectURL(this.#laid.url)
    this.#laid = laid
  }
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) === '1'
  } catch {
    return false
  }
}

export const underlay = new Underlay()
