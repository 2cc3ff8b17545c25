import type { GameStep, GameView, OneCardDungeonView } from '../../protocol/messages.gen'

/** How long each kind of step is looked at, in milliseconds. */
const PACE: Record<string, number> = { walk: 170, attack: 420, monster: 900, blows: 1300 }

/**
 * What the card shows: the game as it is; or, while the steps of a move are played one after the
 * other, the game as it was with so many of them done.
 */
export class Playback {
  shown = $state.raw<OneCardDungeonView | null>(null)
  /** The step that is being played; null: all were. */
  step = $state.raw<GameStep | null>(null)
  /** What a screen reader says of the last move, once. */
  spoken = $state('')
  /** Grows with every roll, so that dice are seen to fall. */
  rolls = $state(0)

  #id = ''
  #number = 0
  #to: OneCardDungeonView | null = null
  #left: GameStep[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  update(now: GameView): void {
    const view = now.view?.t === 'one-card-dungeon' ? now.view : null
    const number = now.number ?? 0
    const goesOn = view !== null && this.#to !== null && now.id === this.#id && number > this.#number
    const steps = goesOn ? view.steps.filter((step) => step.number > this.#number) : []
    if (goesOn && number > this.#number) this.spoken = steps.map(spokenOf).join(' ')
    if (steps.some((step) => step.kind === 'roll' || step.kind === 'reroll')) this.rolls++
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
    if (!step || !this.shown) {
      this.finish()
      return
    }
    this.step = step
    this.shown = withStep(this.shown, step)
    this.#timer = setTimeout(() => this.#next(), PACE[step.kind])
  }
}

/** The game with one more step done, as far as the card shows it. Nothing is offered meanwhile. */
export function withStep(view: OneCardDungeonView, step: GameStep): OneCardDungeonView {
  const end = step.path?.at(-1)
  const idle = { ...view, ways: [], moves: [], forecast: undefined }
  switch (step.kind) {
    case 'walk':
      return { ...idle, at: end ?? view.at }
    case 'monster':
      return { ...idle, foes: view.foes.map((foe) => (foe.name === step.who && end ? { ...foe, at: end } : foe)) }
    case 'attack':
      return {
        ...idle,
        foes: view.foes
          .map((foe) => (foe.name === step.who ? { ...foe, health: step.health ?? 0 } : foe))
          .filter((foe) => foe.health > 0),
      }
    case 'blows':
      return { ...idle, health: step.health ?? view.health }
  }
  return idle
}

/** The reason of a monster's move says all that the move says. */
export function spokenOf(step: GameStep): string {
  return step.kind === 'monster' && step.why ? `${capital(step.why)}.` : `${step.words}${step.why ? ` ${capital(step.why)}.` : ''}`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
