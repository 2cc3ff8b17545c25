/** Converts pointer events to gestures (press, drag, release, hover, menu), and handles panning and pinching itself. */
import { moved, toPaper, zoomedAt } from '../geometry/camera'
import { distance, type XY } from '../geometry/plane'
import type { MapTool, PointerPlace } from '../tools/map-tool'
import { viewport } from '../viewport.svelte'

const STILL_MOUSE = 4
const STILL_FINGER = 9
const LONG_PRESS = 500

type Mode = 'idle' | 'press' | 'drag' | 'pan' | 'menu' | 'pinch' | 'done'

export class Gestures {
  #pointers = new Map<number, XY>()
  #mode: Mode = 'idle'
  #start: XY = [0, 0]
  #last: XY = [0, 0]
  #pinch = { away: 1, middle: [0, 0] as XY }
  #pressing: ReturnType<typeof setTimeout> | undefined
  #ours = false
  #longPressed = false
  #space = false
  #off = new AbortController()

  constructor(
    private readonly element: HTMLElement,
    private readonly tool: MapTool,
  ) {
    const options = { signal: this.#off.signal }
    element.addEventListener('pointerdown', (event) => this.#down(event), options)
    element.addEventListener('pointermove', (event) => this.#move(event), options)
    element.addEventListener('pointerup', (event) => this.#up(event), options)
    element.addEventListener('pointercancel', (event) => this.#gone(event), options)
    element.addEventListener('pointerleave', (event) => this.#leave(event), options)
    element.addEventListener('wheel', (event) => this.#wheel(event), { ...options, passive: false })
    // Suppress the browser's own menu. Ours opens when the right button is released without a drag.
    element.addEventListener('contextmenu', (event) => event.preventDefault(), options)
    // Lifting a finger after a long press must not click on the menu that opened under it.
    const lifted = (event: TouchEvent) => {
      if (this.#longPressed && event.cancelable) event.preventDefault()
    }
    element.addEventListener('touchend', lifted, { ...options, passive: false })
    addEventListener('keydown', (event) => this.#key(event, true), options)
    addEventListener('keyup', (event) => this.#key(event, false), options)
    addEventListener('blur', () => (this.#space = false), options)
  }

  stop(): void {
    clearTimeout(this.#pressing)
    this.#off.abort()
  }

  /** Esc: cancel the tool's gesture and ignore the rest of the drag. */
  cancel(): void {
    clearTimeout(this.#pressing)
    if (this.#mode === 'press' || this.#mode === 'drag') this.#mode = 'done'
    this.tool.cancel()
  }

  get isDragging(): boolean {
    return this.#mode === 'drag'
  }

  #down(event: PointerEvent): void {
    const at = this.#at(event)
    this.#longPressed = false
    this.element.setPointerCapture(event.pointerId)
    this.#pointers.set(event.pointerId, at.screen)
    if (this.#pointers.size === 2) {
      this.#startPinch()
      return
    }
    if (this.#pointers.size > 2) return
    this.#start = this.#last = at.screen
    if (event.button === 2) this.#mode = 'menu'
    else if (event.button === 1 || this.#space) this.#mode = 'pan'
    else if (event.button === 0) {
      this.#mode = 'press'
      this.#ours = this.tool.press(at)
      if (at.coarse) this.#pressing = setTimeout(() => this.#longPress(at), LONG_PRESS)
    }
    this.#dress()
  }

  #move(event: PointerEvent): void {
    const at = this.#at(event)
    if (!this.#pointers.has(event.pointerId)) {
      if (event.pointerType !== 'touch') this.tool.hover(at)
      return
    }
    this.#pointers.set(event.pointerId, at.screen)
    if (this.#mode === 'pinch') {
      this.#pinchOn()
      return
    }
    const still = at.coarse ? STILL_FINGER : STILL_MOUSE
    if (this.#mode === 'press' || this.#mode === 'menu') {
      if (distance(this.#start, at.screen) <= still) return
      clearTimeout(this.#pressing)
      // A press that moves the map does not count as a press.
      if (this.#mode === 'press' && !this.#ours) this.tool.cancel()
      this.#mode = this.#mode === 'press' && this.#ours ? 'drag' : 'pan'
      this.#dress()
    }
    if (this.#mode === 'drag') this.tool.drag(at)
    else if (this.#mode === 'pan') {
      viewport.slide(moved(viewport.zoom, at.screen[0] - this.#last[0], at.screen[1] - this.#last[1]))
    }
    this.#last = at.screen
  }

  #up(event: PointerEvent): void {
    clearTimeout(this.#pressing)
    if (!this.#pointers.delete(event.pointerId)) return
    const at = this.#at(event)
    const mode = this.#mode
    if (this.#pointers.size) {
      // The remaining finger of a pinch does nothing.
      this.#mode = 'done'
      return
    }
    this.#mode = 'idle'
    this.#dress()
    if (mode === 'press' || mode === 'drag') this.tool.release(at, mode === 'drag')
    else if (mode === 'menu') this.tool.menu(at)
  }

  #gone(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return
    this.cancel()
    if (this.#pointers.size === 0) this.#mode = 'idle'
    this.#dress()
  }

  #leave(event: PointerEvent): void {
    if (!this.#pointers.has(event.pointerId)) this.tool.hover(null)
  }

  #longPress(at: PointerPlace): void {
    if (this.#mode !== 'press') return
    this.#longPressed = true
    this.cancel()
    this.tool.menu(at)
  }

  #startPinch(): void {
    this.cancel()
    const [a, b] = [...this.#pointers.values()] as [XY, XY]
    this.#mode = 'pinch'
    this.#pinch = { away: Math.max(10, distance(a, b)), middle: middle(a, b) }
  }

  #pinchOn(): void {
    const [a, b] = [...this.#pointers.values()] as [XY, XY]
    const now = { away: Math.max(10, distance(a, b)), middle: middle(a, b) }
    const { away, middle: was } = this.#pinch
    const zoomed = zoomedAt(viewport.zoom, was, now.away / away)
    viewport.slide(moved(zoomed, now.middle[0] - was[0], now.middle[1] - was[1]))
    this.#pinch = now
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    // A pinch on a touchpad arrives as small steps with the control key.
    const speed = event.ctrlKey ? 0.01 : 0.0016
    const by = Math.max(-240, Math.min(240, event.deltaY * lines))
    viewport.slide(zoomedAt(viewport.zoom, this.#at(event).screen, Math.exp(-by * speed)))
  }

  #key(event: KeyboardEvent, down: boolean): void {
    if (event.key !== ' ') return
    const target = event.target as Element
    // Space activates a control focused by keyboard, and types in a field. On a map element focused
    // by a click, Space still moves the map.
    const ours = this.element.contains(target) && !target.matches(':focus-visible')
    if (down && target !== document.body && !ours) return
    this.#space = down
    if (down) event.preventDefault()
    this.#dress()
  }

  #dress(): void {
    const pan = this.#mode === 'pan' || (this.#mode === 'idle' && this.#space)
    this.element.classList.toggle('panning', pan)
    this.element.classList.toggle('dragging', this.#mode === 'drag')
  }

  #at(event: MouseEvent): PointerPlace {
    const box = this.element.getBoundingClientRect()
    const screen: XY = [event.clientX - box.left, event.clientY - box.top]
    return {
      screen,
      paper: toPaper(viewport.zoom, screen),
      shift: event.shiftKey,
      ctrl: event.ctrlKey || event.metaKey,
      coarse: event instanceof PointerEvent && event.pointerType === 'touch',
    }
  }
}

function middle(a: XY, b: XY): XY {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
}
