const KEPT = 'sightline-motion'

/** Whether games are animated: the browser may forbid it, and the user may turn it off here. */
class Motion {
  /** Whether the steps of a move are being animated; the end of a game waits for this. */
  playing = $state(false)
  #wanted = $state(kept())

  /** Whether the browser requests reduced motion. */
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
      // Without storage the choice holds until the page is closed.
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
