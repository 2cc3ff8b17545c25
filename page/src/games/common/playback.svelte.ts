import type { GameScreen, GameView } from '../../protocol/messages.gen'
import { motion } from './art/motion.svelte'

interface Step {
  number: number
  kind: string
  words: string
  why?: string
}

/** What a game says about its own steps. */
export interface PlaybackRules<View, S extends Step> {
  /** The game's own view; null: another game is on the table. */
  view(screen: GameScreen): View | null
  steps(view: View): readonly S[]
  /** How long a step is shown, in milliseconds; 0: it is not played. */
  pace(step: S): number
  /** The view with one more step done. `end` is the view after all of them. Nothing is offered meanwhile. */
  withStep(view: View, step: S, end: View): View
  spokenOf(step: S): string
  isRoll?(step: S): boolean
  /** Whose eyes the view has, where a page can show several. */
  eyes?(view: View): string
  /** The number of the last action that the view knows of. */
  count?(view: View): number
}

/**
 * What the board shows: the game as it is or, while the steps of a move are played one after the
 * other, the game as it was with some of them done.
 */
export class Playback<View, S extends Step> {
  shown = $state.raw<View | null>(null)
  /** The step that is being played; null: all were. */
  step = $state.raw<S | null>(null)
  /** The game before that step. */
  before = $state.raw<View | null>(null)
  /** What a screen reader says of the last move, once. */
  spoken = $state('')
  /** Grows with every roll, so that dice are seen to fall. */
  rolls = $state(0)

  readonly #rules: PlaybackRules<View, S>
  #id = ''
  /** The last action that was shown, to each pair of eyes that this page has. */
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

  /** Play no more of it: everybody stands where they end. */
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
