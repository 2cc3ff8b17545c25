import type { GameScreen, GameView } from '../../protocol/messages.gen'
import { motion } from './art/motion.svelte'

interface Step {
  number: number
  kind: string
  words: string
  why?: string
}

/** The functions that a game provides for the animation of its steps. */
export interface PlaybackRules<View, S extends Step> {
  /** The game's own view, or null if another game is on the table. */
  view(screen: GameScreen): View | null
  steps(view: View): readonly S[]
  /** How long a step is shown, in milliseconds; 0 skips it. */
  pace(step: S): number
  /** The view after one more step, without offers. `end` is the view after all steps. */
  withStep(view: View, step: S, end: View): View
  spokenOf(step: S): string
  isRoll?(step: S): boolean
  /** The side whose view it is, if a page can show several. */
  eyes?(view: View): string
  /** The number of the last action in the view. */
  count?(view: View): number
}

/**
 * The state shown on the board: the current game or, while the steps of a move are animated one by
 * one, an intermediate state.
 */
export class Playback<View, S extends Step> {
  shown = $state.raw<View | null>(null)
  /** The step that is being animated; null after the last. */
  step = $state.raw<S | null>(null)
  /** The game before that step. */
  before = $state.raw<View | null>(null)
  /** The announcement of the last move for screen readers. */
  spoken = $state('')
  /** Incremented at every roll, so that dice are animated. */
  rolls = $state(0)

  readonly #rules: PlaybackRules<View, S>
  #id = ''
  /** The last action shown, for each side that this page can show. */
  readonly #counts = new Map<string, number>()
  #to: View | null = null
  #left: S[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(rules: PlaybackRules<View, S>) {
    this.#rules = rules
  }

  update(now: GameView): void {
    const { view: viewOf, steps: stepsOf, count, pace, spokenOf, isRoll } = this.#rules
    const view = now.view ? viewOf(now.view) : null
    if (now.id !== this.#id) this.#counts.clear()
    const eyes = this.#eyes(view)
    const last = this.#counts.get(eyes)
    const sameEyes = now.id === this.#id && eyes === this.#eyes(this.#to)
    const steps = view !== null && last !== undefined ? stepsOf(view).filter((step) => step.number > last) : []
    if (steps.length) this.spoken = steps.map(spokenOf).join(' ')
    if (isRoll && steps.some(isRoll)) this.rolls++
    this.finish()
    this.#id = now.id ?? ''
    this.#to = view
    if (view !== null) this.#counts.set(eyes, count?.(view) ?? now.number ?? 0)
    const played = steps.filter((step) => pace(step) > 0)
    if (!motion.on || !played.length || this.shown === null || !sameEyes) {
      this.shown = view
      return
    }
    this.#left = played
    this.#next()
  }

  get playing(): boolean {
    return this.step !== null
  }

  /** Stop the animation and show the final state. */
  finish(): void {
    clearTimeout(this.#timer)
    this.#left = []
    this.step = null
    this.before = null
    this.shown = this.#to
    motion.playing = false
  }

  #eyes(view: View | null): string {
    return (view !== null && this.#rules.eyes?.(view)) || ''
  }

  #next(): void {
    const step = this.#left.shift()
    if (!step || this.shown === null || this.#to === null) {
      this.finish()
      return
    }
    motion.playing = true
    this.step = step
    this.before = this.shown
    this.shown = this.#rules.withStep(this.shown, step, this.#to)
    this.#timer = setTimeout(() => this.#next(), this.#rules.pace(step))
  }
}
