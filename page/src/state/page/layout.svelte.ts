import { MediaQuery } from 'svelte/reactivity'

/**
 * How the panels are laid out on this machine: the open tab, and which of its sections are. It is nobody else's business, so it is kept in the browser.
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

/** Tabs that are used together with tokens on the map: selecting one leaves them open. */
const STAY_OPEN: readonly SectionName[] = ['turns', 'dice', 'notes', 'log']

const KEPT = 'sightline-panels'
const COORDINATES = 'sightline-coordinates'
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
  #tab = $state<SectionName | null>(matchMedia(SMALL).matches ? null : 'sight')
  /** The tab that was open last. */
  lastTab = $state<SectionName>('sight')
  /** A requested field is still loading: meanwhile keys are not commands to the map. */
  fieldComing = $state(false)
  /** Does a sheet lie over the map? */
  sheetOpen = $state(false)
  /** Are the options of the tool in hand shown instead of the panels? */
  toolOpen = $state(false)
  /** Is the look by every rule unfolded? It stays so while others are pointed at. */
  everyRule = $state(false)
  /** The player about whom the checklist is asked: why do they see nothing? '' for none. */
  asksWhy = $state('')
  helpOpen = $state(false)
  #coordinates = $state(kept(COORDINATES) !== 'no')
  /** The sections that are folded at first. */
  foldedAtFirst: readonly SectionName[] = ['who', 'export']
  #open = $state<Record<string, boolean>>({})

  constructor() {
    try {
      Object.assign(this.#open, JSON.parse(kept(KEPT) ?? '{}'))
    } catch {
      // Storage may hold nonsense: the sections start as they always do.
    }
  }

  /** Are the letters and numbers of tiles shown? */
  get coordinates(): boolean {
    return this.#coordinates
  }

  set coordinates(shown: boolean) {
    this.#coordinates = shown
    keep(COORDINATES, shown ? 'yes' : 'no')
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

  get tab(): SectionName | null {
    return this.#tab
  }

  set tab(name: SectionName | null) {
    this.#tab = name
    if (name) this.lastTab = name
  }

  isOpen(name: SectionName): boolean {
    return this.#open[name] ?? !this.foldedAtFirst.includes(name)
  }

  toggle(name: SectionName): void {
    this.#set(name, !this.isOpen(name))
  }

  /** Brings a section into view, whatever the window is like. */
  show(name: SectionName): void {
    this.tab = name
    this.toolOpen = false
    this.#set(name, true)
  }

  /** The panel of a selected token opens by itself, unless combat is run, notes are written or the sheet is down. */
  showSelected(): void {
    if (this.tab && !STAY_OPEN.includes(this.tab)) this.show('figures')
  }

  pickTab(name: SectionName): void {
    this.tab = this.tab === name ? null : name
  }

  #set(name: SectionName, open: boolean): void {
    this.#open[name] = open
    keep(KEPT, JSON.stringify(this.#open))
  }
}

/** Storage may be forbidden: then nothing is kept. */
function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // As above.
  }
}

export const layout = new Layout()
