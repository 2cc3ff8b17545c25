import { rights } from '../../state/rights.svelte'
import { sight } from '../../state/sight/sight.svelte'
import { table } from '../../state/table.svelte'
import { t } from '../../words/words.svelte'

const KEPT = 'sightline first steps'

/**
 * Three lines for a master who is new here. Each is ticked off when it was done; they go for good
 * when all are, or when they are waved away.
 */
class FirstSteps {
  #over = $state(isOver())
  /** A look was had: once is enough. */
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
      // Then they come again with the next page, and are as easily waved away.
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
