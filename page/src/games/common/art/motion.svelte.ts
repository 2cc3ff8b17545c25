const KEPT = 'sightline-motion'

/** Whether games move: the browser may forbid it, and the reader may turn it off here. */
class Motion {
  /** The steps of a move are being played: the end of a game waits for them. */
  playing = $state(false)
  #wanted = $state(kept())

  /** The browser asks for less motion. */
  get forbidden(): boolean {
    return matchMedia('(prefers-reduced-motion: reduce)').matches
  }

  get on(): boolean {
    return this.#wanted && !this.forbidden
  }

  set on(wanted: boolean) {
    this.#wanted = wanted
    try {
      localStorage.setItem(KEPT, wanted ? 'on' : 'off')
    } catch {
      // Then it holds until the page is closed.
    }
  }
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) !== 'off'
  } catch {
    return true
  }
}

export const motion = new Motion()
