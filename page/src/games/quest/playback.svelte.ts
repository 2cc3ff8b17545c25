import type { GameView, QuestScreen, QuestStep } from '../../protocol/messages.gen'

/** How long each kind of step is looked at, in milliseconds; one with a reason takes longer. */
const PACE: Record<string, number> = { step: 130, door: 350, forced: 900, strike: 1500, met: 500, fell: 700, ruled: 900 }
const WITH_REASON = 900

/**
 * What the board shows: the quest as it is; or, while the steps of a move are played one after the
 * other, the quest as it was with so many of them done.
 */
export class QuestPlayback {
  shown = $state.raw<QuestScreen | null>(null)
  /** The step that is being played; null: all were. */
  step = $state.raw<QuestStep | null>(null)
  /** What a screen reader says of the last move, once. */
  spoken = $state('')
  /** Grows with every roll, so that dice are seen to fall. */
  rolls = $state(0)

  #id = ''
  #number = 0
  #to: QuestScreen | null = null
  #left: QuestStep[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  update(now: GameView): void {
    const view = now.view?.t === 'quest' ? now.view : null
    const number = now.number ?? 0
    const goesOn = view !== null && this.#to !== null && now.id === this.#id && number > this.#number
    const steps = goesOn ? (view.steps ?? []).filter((step) => step.number > this.#number) : []
    if (steps.length) this.spoken = steps.map(spokenOf).join(' ')
    if (steps.some((step) => step.dice?.length)) this.rolls++
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
    const reads = step.why ? WITH_REASON : 0
    this.#timer = setTimeout(() => this.#next(), Math.max(reads, PACE[step.kind] ?? 0))
  }
}

/** The quest with one more step done, as far as the board shows it. Nothing is offered meanwhile.
 * `end` has whoever came into sight on the way. */
export function withStep(view: QuestScreen, step: QuestStep, end: QuestScreen): QuestScreen {
  const idle: QuestScreen = { ...view, walkers: [], moves: [], calls: [] }
  const pieces = view.pieces ?? []
  const at = step.path?.at(-1)
  if (step.kind === 'step' && at && step.who) {
    const known = pieces.find((piece) => piece.name === step.who)
    const later = end.pieces?.find((piece) => piece.name === step.who)
    if (known) return { ...idle, pieces: pieces.map((each) => (each === known ? { ...each, at, status: undefined } : each)) }
    if (later) return { ...idle, pieces: [...pieces, { ...later, at, status: undefined }] }
  }
  if (step.kind === 'fell') return { ...idle, pieces: pieces.filter((each) => each.name !== (step.target || step.who)) }
  if (step.target && typeof step.body === 'number') {
    const body = step.body
    return { ...idle, pieces: pieces.map((each) => (each.name === step.target ? { ...each, body } : each)) }
  }
  return idle
}

export function spokenOf(step: QuestStep): string {
  // The reason of a step says where it goes.
  if (step.kind === 'step' && step.why) return sentence(step.why)
  return [step.words, sentence(step.why)].filter(Boolean).join(' ')
}

export function sentence(text: string | undefined): string {
  if (!text) return ''
  const whole = capital(text)
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
