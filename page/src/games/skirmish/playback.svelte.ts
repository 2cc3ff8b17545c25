import type { GameView, SkirmishStep, SkirmishUnit, SkirmishView } from '../../protocol/messages.gen'

/** How long each kind of step is looked at, in milliseconds. */
const PACE: Record<string, number> = {
  march: 190, spotted: 650, vanished: 350, shot: 800, blast: 800, flame: 800, hurt: 450, fell: 700, flag: 500,
}

/**
 * What the map shows: the battle as it is; or, while steps are played one after the other, the battle
 * as it was with so many of them done.
 */
export class Playback {
  shown = $state.raw<SkirmishView | null>(null)
  /** The step that is being played; null: all were. */
  step = $state.raw<SkirmishStep | null>(null)
  /** What a screen reader says of what happened, once. */
  spoken = $state('')

  #id = ''
  /** The last action that was shown, to each pair of eyes that this page has. */
  #counts = new Map<string, number>()
  #to: SkirmishView | null = null
  #left: SkirmishStep[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  update(now: GameView): void {
    const view = now.view?.t === 'skirmish' ? { ...now.view, steps: withoutRepeats(now.view.steps) } : null
    if (now.id !== this.#id) this.#counts.clear()
    const last = view ? this.#counts.get(view.side ?? '') : undefined
    const sameEyes = view?.side === this.#to?.side && now.id === this.#id
    const steps = view && last !== undefined ? view.steps.filter((step) => step.number > last) : []
    if (steps.length) this.spoken = steps.map(spokenOf).join(' ')
    this.finish()
    this.#id = now.id ?? ''
    this.#to = view
    if (view) this.#counts.set(view.side ?? '', view.count)
    const played = steps.filter((step) => step.kind in PACE)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (still || !played.length || !this.shown || !sameEyes) {
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

/** The battle with one more step done, as far as the map shows it. Nothing is offered meanwhile. */
export function withStep(view: SkirmishView, step: SkirmishStep): SkirmishView {
  const units = view.units.map((unit): SkirmishUnit => {
    const idle = unit.ways || unit.attacks ? { ...unit, ways: [], attacks: [] } : unit
    if (unit.unit !== step.unit) return idle
    switch (step.kind) {
      case 'march':
        return { ...idle, at: step.to }
      case 'spotted':
        return { ...idle, status: 'seen', at: step.at }
      case 'vanished':
        return { ...idle, status: 'remembered', at: step.at }
      case 'hurt':
        return { ...idle, health: step.health }
      case 'fell':
        return { ...idle, status: 'fallen', at: undefined, health: 0 }
    }
    return idle
  })
  const points: [number, number] = [...view.points]
  if (step.points) points[step.side === 'blue' ? 1 : 0] += step.points
  return { ...view, units, points }
}

/** One reason holds for all the steps of a walk: it is said with the first. */
export function withoutRepeats(steps: readonly SkirmishStep[]): SkirmishStep[] {
  let said = ''
  return steps.map((step) => {
    const again = !!step.why && step.why === said
    said = step.why ?? said
    return again ? { ...step, why: '' } : step
  })
}

export function spokenOf(step: SkirmishStep): string {
  return step.why ? `${step.words} ${sentence(step.why)}` : step.words
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function sentence(text: string): string {
  return capital(text) + (text.endsWith('.') ? '' : '.')
}
