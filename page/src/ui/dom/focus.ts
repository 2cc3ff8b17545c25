/**
 * Keeps the keyboard focus. A browser moves the focus to the body when the focused element is
 * removed, moved, disabled or hidden; then Tab starts at the top of the page. This module moves it
 * to the same element if it still exists, to the control that opened the closed dialog or menu, or
 * to the control that took the element's place.
 */

const FOCUSABLE =
  'button, select, input, textarea, a[href], summary, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]'
const OUT = '[hidden], [inert], dialog:not([open])'
const LAYER = 'dialog, [role="dialog"], [role="menu"], [popover]'
/** Takes the focus when a part of it disappears: on a map, the next figure would be wrong. */
const HOME = '[data-focus-home]'
/**
 * A page without a map, such as a game's. When something on it disappears, its home gets the focus
 * instead of the next button. A new page gets the focus at once.
 */
const OWN_PAGE = '[data-focus-page]'
/** A form whose first control gets the focus while there is no home. */
const FIRST = '[data-focus-first]'
/** Surrounds independent parts of the page. */
const PAGE = `:has(main, ${HOME})`
/** Deletes something, so it must not get the focus by accident. */
const DANGER = '.danger'
const NOT_TYPED = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/

type Control = HTMLElement | SVGElement

/** The focus position: the control, and its index among the controls of each surrounding element. */
interface Spot {
  control: Control
  around: readonly { element: Element; index: number }[]
  /** The focus position before the dialog or menu that contains the control was opened. */
  opener: Spot | null
}

class FocusKeeper {
  #spot: Spot | null = null
  /** Whether the focus is moving between controls, when the body briefly has it. */
  #isMoving = false
  /** Whether nothing has been focused or pressed yet. */
  #isNew = true
  readonly #openers = new WeakMap<Element, Spot>()

  constructor() {
    document.addEventListener('focusin', ({ target }) => this.#came(target as Control))
    document.addEventListener('focusout', ({ relatedTarget }) => this.#goes(relatedTarget !== null))
    // A click outside of all controls removes the focus on purpose.
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
    // It was sorted to another position in its list.
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

/** Called after every change of the page, so it must not cause layout. */
function isOut(control: Control): boolean {
  return !control.isConnected || control.matches(':disabled') || control.closest(OUT) !== null
}

function takesFocus(control: Control): boolean {
  return !isOut(control) && control.checkVisibility()
}

function controlsIn(element: Element): Control[] {
  return [...element.querySelectorAll<Control>(FOCUSABLE)].filter(takesFocus)
}

/** Whether it is a text field, which opens the keyboard on a phone. */
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

/** The control at that index, or else the nearest suitable one before it. */
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
  // A part of a game's page may still be loading: its main element gets the focus only if nothing
  // else can.
  const last = document.querySelector<Control>('main')
  if (home ?? last) take((home ?? last) as Control)
}

function take(control: Control): void {
  if (!control.matches(FOCUSABLE) && !control.hasAttribute('tabindex')) control.setAttribute('tabindex', '-1')
  control.focus({ preventScroll: true })
}

let keeper: FocusKeeper | null = null

/** Call once per page, before it is drawn. */
export function keepFocus(): void {
  keeper ??= new FocusKeeper()
}
