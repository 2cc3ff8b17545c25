import { SvelteMap } from 'svelte/reactivity'
import type { MasterAction } from '../protocol/messages.gen'

/** A change that the server has not acknowledged. */
export interface PendingChange {
  id: string
  action: MasterAction
  words: string
  /** When it was made, in milliseconds of Date.now. */
  since: number
}

const SIGN_AFTER = 5000
const WORDS_AFTER = 10_000

/** Changes that are made here and not yet on the server's disk. */
class Pending {
  readonly #changes = new SvelteMap<string, PendingChange>()
  /** Ticks while something is pending, so that its age is known. */
  #now = $state(Date.now())
  #ticking: ReturnType<typeof setInterval> | undefined

  /** Oldest first. */
  readonly changes: readonly PendingChange[] = $derived([...this.#changes.values()])

  /** 0: all is saved, or only just not; 1: show a sign; 2: say in words what is not saved. */
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
