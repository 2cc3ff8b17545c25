import { SvelteMap } from 'svelte/reactivity'
import type { MasterAction } from '../protocol/messages.gen'

/** A change that the server has not acknowledged. */
export interface PendingChange {
  id: string
  action: MasterAction
  words: string
  /** Its time, in milliseconds of Date.now. */
  since: number
}

const SIGN_AFTER = 5000
const WORDS_AFTER = 10_000

/** Changes made here that are not yet on the server's disk. */
class Pending {
  readonly #changes = new SvelteMap<string, PendingChange>()
  /** Updated while something is pending, so that its age is known. */
  #now = $state(Date.now())
  #ticking: ReturnType<typeof setInterval> | undefined

  /** Oldest first. */
  readonly changes: readonly PendingChange[] = $derived([...this.#changes.values()])

  /** 0: everything is saved, or almost; 1: show an icon; 2: list what is not saved. */
  readonly level: 0 | 1 | 2 = $derived.by(() => {
    const oldest = this.changes[0]
    if (!oldest) return 0
    const age = this.#now - oldest.since
    return age < SIGN_AFTER ? 0 : age < WORDS_AFTER ? 1 : 2
  })

  add(id: string, action: MasterAction, words: string): void {
    this.#changes.set(id, { id, action, words, since: Date.now() })
    this.#tick()
  }

  delete(id: string): void {
    this.#changes.delete(id)
  }

  #tick(): void {
    this.#now = Date.now()
    this.#ticking ??= setInterval(() => {
      this.#now = Date.now()
      if (this.#changes.size === 0) {
        clearInterval(this.#ticking)
        this.#ticking = undefined
      }
    }, 1000)
  }
}

export const pending = new Pending()
