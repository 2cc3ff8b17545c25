/**
 * Keeps the keyboard where it is. A browser drops the focus to the body when the focused element is
 * removed, moved, disabled or hidden; then Tab starts again at the top of the page. Here it goes
 * to the same element if that is still there, to the control that opened the dialog or menu that closed, or
 * to the control that took the element's place.
 */

const FOCUSABLE =
  'button, select, input, textarea, a[href], summary, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]'
const OUT = '[hidden], [inert], dialog:not([open])'
const LAYER = 'dialog, [role="dialog"], [role="menu"], [popover]'
/** Takes the focus itself when a part of it disappears: of a map's figures the next is not meant. */
const HOME = '[data-focus-home]'
/** A page without a map, such as a game's. What disappears on it leaves the focus to its home, not to the next button, and a
 * page that comes up takes the focus at once. */
const OWN_PAGE = '[data-focus-page]'
/** A form, whose first control takes the focus while there is no home. */
const FIRST = '[data-focus-first]'
/** Around the page's parts, which have nothing to do with each other. */
const PAGE = `:has(main, ${HOME})`
/** Deletes something: Enter must not fall on it by chance. */
const DANGER = '.danger'
const NOT_TYPED = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/

type Control = HTMLElement | SVGElement

/** Where the focus was: the control, and its number among the controls of each element around it. */
interface Spot {
  control: Control
  around: readonly { element: Element; index: number }[]
  /** Where the focus came from into the dialog or menu that the control is in. */
  opener: Spot | null
}

class FocusKeeper {
  #spot: Spot | null = null
  /** On its way from one control to another: in between the body has it, and nothing is wrong. */
  #isMoving = false
  /** Nothing was focused or pressed yet. */
  #isNew = true
  readonly #openers = new WeakMap<Element, Spot>()

  constructor() {
    document.addEventListener('focusin', ({ target }) => this.#came(target as Control))
    document.addEventListener('focusout', ({ relatedTarget }) => this.#goes(relatedTarget !== null))
    // Who clicks beside everything leaves on purpose.
    document.addEventListener('mousedown', () => setTimeout(() => this.#left()), true)
    document.addEventListener('keydown', () => this.#check(), true)
    new MutationObserver((records) => this.#changed(records)).observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
    })
  }

  #came(control: Control): void {
    this.#isMoving = false
    this.#isNew = false
    const layer = control.closest(LAYER)
    const before = this.#spot
    if (layer && before && !layer.contains(before.control)) this.#openers.set(layer, before)
    const around = []
    for (let element = control.parentElement; element && !element.matches(PAGE); element = element.parentElement) {
      if (element.matches(LAYER) || !control.closest(OWN_PAGE)) around.push({ element, index: controlsIn(element).indexOf(control) })
      if (element.matches(HOME)) break
    }
    this.#spot = { control, around, opener: (layer && this.#openers.get(layer)) ?? null }
  }

  #goes(elsewhere: boolean): void {
    this.#isMoving = elsewhere
    setTimeout(() => {
      this.#isMoving = false
      this.#check()
    })
  }

  #left(): void {
    this.#isNew = false
    if (this.#spot && isLost() && takesFocus(this.#spot.control)) this.#spot = null
  }

  #changed(records: readonly MutationRecord[]): void {
    const spot = this.#spot
    if (this.#isMoving) return
    if (!spot) {
      if (this.#isNew && isLost() && document.querySelector(OWN_PAGE)) goHome()
    } else if (isOut(spot.control)) restore(spot)
    // Sorted into another place of its list.
    else if (isLost() && records.some((each) => [...each.removedNodes].some((node) => node.contains(spot.control)))) {
      spot.control.focus()
    }
  }

  #check(): void {
    const spot = this.#spot
    if (spot && !this.#isMoving && isLost() && !takesFocus(spot.control)) restore(spot)
  }
}

function isLost(): boolean {
  return !document.activeElement || document.activeElement === document.body
}

/** Asked after every change of the page, so without laying it out. */
function isOut(control: Control): boolean {
  return !control.isConnected || control.matches(':disabled') || control.closest(OUT) !== null
}

function takesFocus(control: Control): boolean {
  return !isOut(control) && control.checkVisibility()
}

function controlsIn(element: Element): Control[] {
  return [...element.querySelectorAll<Control>(FOCUSABLE)].filter(takesFocus)
}

/** Is it written into? On a phone its focus brings up the keyboard. */
function isTyped(control: Control): boolean {
  if (control instanceof HTMLInputElement) return !NOT_TYPED.test(control.type)
  return control instanceof HTMLTextAreaElement || (control instanceof HTMLElement && control.isContentEditable)
}

function restore({ control, around, opener }: Spot): void {
  if (takesFocus(control)) {
    control.focus()
    return
  }
  for (const { element, index } of around) {
    const isOpen = element.isConnected && element.checkVisibility()
    if (element.matches(LAYER) && !isOpen && opener) {
      restore(opener)
      return
    }
    if (!isOpen) continue
    if (element.matches(HOME)) {
      take(element as Control)
      return
    }
    const controls = controlsIn(element)
    const found = nearest(controls, index, (each) => (isTyped(control) || !isTyped(each)) && (control.matches(DANGER) || !each.matches(DANGER)))
    if (found) {
      take(found)
      return
    }
    if (element.matches(LAYER)) {
      take(element as Control)
      return
    }
  }
  goHome()
}

/** The control with that number, or else the next before it that will do. */
function nearest(controls: readonly Control[], index: number, willDo: (control: Control) => boolean): Control | null {
  for (let i = Math.min(Math.max(index, 0), controls.length - 1); i >= 0; i--) {
    const control = controls[i]
    if (control && willDo(control)) return control
  }
  return controls.find(willDo) ?? null
}

export function firstControl(inside: Element): Control | undefined {
  return controlsIn(inside)[0]
}

function goHome(): void {
  const form = document.querySelector(FIRST)
  const home = document.querySelector<Control>(HOME) ?? (form && firstControl(form))
  // A part of a game's page may still be loading: its main takes the focus only if nothing else will.
  const last = document.querySelector<Control>('main')
  if (home ?? last) take((home ?? last) as Control)
}

function take(control: Control): void {
  if (!control.matches(FOCUSABLE) && !control.hasAttribute('tabindex')) control.setAttribute('tabindex', '-1')
  control.focus({ preventScroll: true })
}

let keeper: FocusKeeper | null = null

/** Once for each page, before it is drawn. */
export function keepFocus(): void {
  keeper ??= new FocusKeeper()
}
