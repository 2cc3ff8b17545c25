import { MediaQuery } from 'svelte/reactivity'

/**
 * How the panels are laid out on this machine: which sections are open, and on a small window the
 * one tab that is. It is nobody else's business, so it is kept in the browser.
 */

export type SectionName =
  | 'sight'
  | 'calls'
  | 'figures'
  | 'players'
  | 'maps'
  | 'light'
  | 'rule'
  | 'who'
  | 'export'
  | 'log'
  | 'dice'
  | 'notes'
  | 'turns'

const KEPT = 'sightline-sections'
const OPEN_AT_FIRST: SectionName[] = ['sight', 'calls', 'players']
/**
 * Here the panels become a sheet with tabs under the map: on phones, and on tablets held upright. In
 * a window that is low, as it is at a zoom of 200 %, they stay beside it. (The styles say the same.)
 */
const SMALL = '(max-width: 559px), (max-width: 760px) and (min-height: 481px), (max-width: 1100px) and (orientation: portrait)'
/** As a phone on its side is. */
const SHORT = '(max-height: 560px)'
const COARSE = '(pointer: coarse)'

class Layout {
  readonly #small = new MediaQuery(SMALL)
  readonly #short = new MediaQuery(SHORT)
  readonly #coarse = new MediaQuery(COARSE)
  /** The tab of the sheet; null: the sheet is down, the map has the window. */
  tab = $state<SectionName | null>('sight')
  /** Is the look by every rule unfolded? It stays so while others are pointed at. */
  everyRule = $state(false)
  /** The player about whom the checklist is asked: why do they see nothing? '' for none. */
  asksWhy = $state('')
  helpOpen = $state(false)
  #open = $state<Record<string, boolean>>({})

  constructor() {
    for (const name of OPEN_AT_FIRST) this.#open[name] = true
    try {
      Object.assign(this.#open, JSON.parse(localStorage.getItem(KEPT) ?? '{}'))
    } catch {
      // Storage may be forbidden or hold nonsense: the sections start as they always do.
    }
  }

  get small(): boolean {
    return this.#small.current
  }

  get short(): boolean {
    return this.#short.current
  }

  /** Fingers, and no keys to speak of. */
  get coarse(): boolean {
    return this.#coarse.current
  }

  isOpen(name: SectionName): boolean {
    return this.#open[name] === true
  }

  toggle(name: SectionName): void {
    this.#set(name, !this.isOpen(name))
  }

  /** Brings a section into view, whatever the window is like. */
  show(name: SectionName): void {
    this.tab = name
    this.#set(name, true)
  }

  pickTab(name: SectionName): void {
    this.tab = this.tab === name ? null : name
  }

  #set(name: SectionName, open: boolean): void {
    this.#open[name] = open
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.#open))
    } catch {
      // As above: it is only a convenience.
    }
  }
}

export const layout = new Layout()
