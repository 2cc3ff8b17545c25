import { MediaQuery } from 'svelte/reactivity'

/** The layout of the panels in this browser: the open tab, and its open sections. It is private, so the browser stores it. */

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

/** Tabs that are used together with tokens on the map, so that selecting a token does not close them. */
const STAY_OPEN: readonly SectionName[] = ['turns', 'dice', 'notes', 'log']

const KEPT = 'sightline-panels'
const COORDINATES = 'sightline-coordinates'
/**
 * The media query for phones and upright tablets, where the panels become a sheet with tabs under
 * the map. In a low window, as at 200 % zoom, they stay beside it. (The styles have the same
 * conditions.)
 */
const SMALL = '(max-width: 559px), (max-width: 760px) and (min-height: 481px), (max-width: 1100px) and (orientation: portrait)'
/** As on a phone in landscape. */
const SHORT = '(max-height: 560px)'
const COARSE = '(pointer: coarse)'

class Layout {
  readonly #small = new MediaQuery(SMALL)
  readonly #short = new MediaQuery(SHORT)
  readonly #coarse = new MediaQuery(COARSE)
  /** The tab of the sheet; null: the sheet is closed, and the map fills the window. */
  #tab = $state<SectionName | null>(matchMedia(SMALL).matches ? null : 'sight')
  /** The last open tab. */
  lastTab = $state<SectionName>('sight')
  /** Whether a requested field is still loading, during which keys are not map commands. */
  fieldComing = $state(false)
  /** Whether a sheet covers the map. */
  sheetOpen = $state(false)
  /** Whether the tool options are shown instead of the panels. */
  toolOpen = $state(false)
  /** Whether the comparison by all rules is open. It stays open while the user points at other figures. */
  everyRule = $state(false)
  /** The player whose checklist is shown; '' for none. */
  asksWhy = $state('')
  helpOpen = $state(false)
  #coordinates = $state(kept(COORDINATES) !== 'no')
  /** The sections that are collapsed at first. */
  foldedAtFirst: readonly SectionName[] = ['who', 'export']
  #open = $state<Record<string, boolean>>({})

  constructor() {
    try {
      Object.assign(this.#open, JSON.parse(kept(KEPT) ?? '{}'))
    } catch {
      // Invalid stored data is ignored, and the sections start with their defaults.
    }
  }

  /** Whether the letters and numbers of tiles are shown. */
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

  /** Whether the main input is touch, without a keyboard. */
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

  /** Bring a section into view in any layout. */
  show(name: SectionName): void {
    this.tab = name
    this.toolOpen = false
    this.#set(name, true)
  }

  /** Selecting a token opens its panel, except during combat or note taking, or if the sheet is closed. */
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

/** Read a stored value, or null if storage is forbidden. */
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
