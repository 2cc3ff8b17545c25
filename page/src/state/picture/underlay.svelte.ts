import { mapPicture } from '../../protocol/files'
import { rights } from '../rights.svelte'
import { session } from '../session.svelte'
import { table } from '../table.svelte'

/** Where the picture lies on the map, in tiles, and where the browser has it. */
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
 * The picture under the map that the master looks at. Players have none: it may show what they do
 * not know. Whether it is shown is this browser's own business.
 */
class Underlay {
  #laid = $state.raw<LaidPicture | null>(null)
  #hidden = $state(kept())
  #wanted = ''

  /** The picture of this map, shown or not. */
  readonly laid: LaidPicture | null = $derived(
    this.#laid !== null && this.#laid.map === table.stage?.map && rights.isMaster ? this.#laid : null,
  )
  /** Not when the master looks through a player's eyes: they see none of it. */
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
      // Storage may be forbidden: then it is shown again next time.
    }
  }

  /** Fetch the picture of the map that is looked at; called when that, or where it lies, is another. */
  async look(map: string | undefined, picture: string): Promise<void> {
    const wanted = rights.isMaster && picture ? `${map ?? ''} ${picture}` : ''
    if (wanted === this.#wanted) return
    this.#wanted = wanted
    if (!wanted || !map) {
      this.#lay(null)
      return
    }
    // Without it the map is as good as it was: of a lost line the page speaks elsewhere.
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
