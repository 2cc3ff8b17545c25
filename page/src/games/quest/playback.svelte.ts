import type { GameView, QuestStep, QuestView } from '../../protocol/messages.gen'
import type { Tile } from '../../protocol/types'

/** How long each kind of step is looked at, in milliseconds. */
const PACE: Record<string, number> = { walk: 320, door: 350, attack: 1300, monster: 850, appear: 600 }

/**
 * What the board shows: the quest as it is; or, while the steps of a move are played one after the
 * other, the quest as it was with so many of them done.
 */
export class QuestPlayback {
  shown = $state.raw<QuestView | null>(null)
  /** The step that is being played; null: all were. */
  step = $state.raw<QuestStep | null>(null)
  /** What a screen reader says of the last move, once. */
  spoken = $state('')
  /** Grows with every roll, so that dice are seen to fall. */
  rolls = $state(0)

  #id = ''
  #number = 0
  #to: QuestView | null = null
  #left: QuestStep[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  update(now: GameView): void {
    const view = now.view?.t === 'quest' ? now.view : null
    const number = now.number ?? 0
    const goesOn = view !== null && this.#to !== null && now.id === this.#id && number > this.#number
    const steps = goesOn ? (view.steps ?? []).filter((step) => step.number > this.#number) : []
    if (steps.length) this.spoken = steps.map(spokenOf).join(' ')
    if (steps.some((step) => step.kind === 'roll' || step.kind === 'attack')) this.rolls++
    this.finish()
    this.#id = now.id ?? ''
    this.#number = number
    this.#to = view
    const played = steps.filter((step) => step.kind in PACE)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (still || played.length === 0 || !this.shown) {
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
    this.shown = this.#to
  }

  #next(): void {
    const step = this.#left.shift()
    if (!step || !this.shown || !this.#to) {
      this.finish()
      return
    }
    this.step = step
    this.shown = withStep(this.shown, step, this.#to)
    this.#timer = setTimeout(() => this.#next(), PACE[step.kind])
  }
}

/** The quest with one more step done, as far as the board shows it. Nothing is offered meanwhile.
 * `end` has whoever came into sight on the way. */
export function withStep(view: QuestView, step: QuestStep, end: QuestView): QuestView {
  const idle: QuestView = { ...view, ways: [], moves: [], calls: [] }
  const at = step.path?.at(-1)
  if (at && step.who) {
    const figures = view.figures ?? []
    const known = figures.find((figure) => figure.name === step.who)
    const later = end.figures?.find((figure) => figure.name === step.who)
    if (known) return { ...idle, figures: figures.map((each) => (each === known ? { ...each, at, ghost: false } : each)) }
    if (later) return { ...idle, figures: [...figures, { ...later, at }] }
  }
  if (step.target && step.health !== undefined) {
    const left = step.health ?? 0
    return {
      ...idle,
      figures: (view.figures ?? []).map((each) => (each.name === step.target ? { ...each, health: left } : each)),
    }
  }
  return idle
}

export function spokenOf(step: QuestStep): string {
  return [step.words, sentence(step.sum), sentence(step.why)].filter(Boolean).join(' ')
}

export function sentence(text: string | undefined): string {
  if (!text) return ''
  const whole = capital(text)
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The tile in the middle of a path that is shown at once. */
export function endOf(step: QuestStep): Tile | null {
  return step.path?.at(-1) ?? null
}
