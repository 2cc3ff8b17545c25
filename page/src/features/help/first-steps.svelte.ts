import { rights } from '../../state/rights.svelte'
import { sight } from '../../state/sight/sight.svelte'
import { table } from '../../state/table.svelte'
import { t } from '../../words/words.svelte'

const KEPT = 'sightline first steps'

/**
 * Three steps for a new game master. Each is checked off when done. They disappear when all are
 * done or the list is dismissed.
 */
class FirstSteps {
  #over = $state(isOver())
  /** Whether a line of sight was shown, which needs to happen only once. */
  #looked = $state(false)

  readonly steps: readonly { words: string; done: boolean }[] = $derived([
    { words: t('table.stepInvite'), done: !!table.info?.players.length },
    { words: t('table.stepAssign'), done: !!table.info?.players.some((player) => player.figures?.length) },
    { words: t('table.stepSight'), done: this.#looked },
  ])
  readonly shown: boolean = $derived(!this.#over && rights.mayEdit && table.info !== null)

  constructor() {
    $effect.root(() => {
      $effect(() => {
        if (rights.isMaster && sight.verdict) this.#looked = true
        if (this.shown && this.steps.every((step) => step.done)) this.dismiss()
      })
    })
  }

  dismiss(): void {
    this.#over = true
    try {
      localStorage.setItem(KEPT, 'over')
    } catch {
      // Without storage they appear again on the next page, where they can be dismissed again.
    }
  }
}

function isOver(): boolean {
  try {
    return localStorage.getItem(KEPT) !== null
  } catch {
    return false
  }
}

export const firstSteps = new FirstSteps()
