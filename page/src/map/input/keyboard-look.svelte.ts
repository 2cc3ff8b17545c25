import { names } from '../../state/names.svelte'
import { rights } from '../../state/rights.svelte'
import { selection } from '../../state/page/selection.svelte'
import { sight } from '../../state/sight/sight.svelte'
import type { Figure } from '../../state/stage.svelte'
import { table } from '../../state/table.svelte'
import { draft } from '../tools/draft.svelte'
import { ownViewer } from '../tools/point'
import { viewport } from '../viewport.svelte'
import { t } from '../../words/words.svelte'

/**
 * Checks lines of sight with the keyboard: Tab goes from figure to figure and selects each; Enter
 * fixes one as the viewer; then Tab points at others and the verdict is spoken, and Enter pins it.
 * For players, a figure that is not theirs is viewed from their own without Enter.
 */
export class KeyboardLook {
  #held = $state<string | null>(null)
  /** Whether the viewer was chosen by Enter. Then the user's other figures are also targets. */
  #byEnter = false

  /** What a screen reader should say about the map now. The sight panel announces pinned lines. */
  readonly spoken: string = $derived.by(() => {
    const held = this.#held && table.stage?.figures.get(this.#held)
    if (!held) return ''
    const answer = sight.verdict
    if (!selection.hover) return t('map.lookingFrom', { name: names.of(held.id) })
    if (!answer || selection.to) return sight.refusal
    return answer.words
  })

  /** Handle focus on a figure. */
  focused(figure: Figure): void {
    if (draft.menu || !document.activeElement?.matches(':focus-visible')) return
    sight.mapFocused = true
    viewport.board?.show(figure.id)
    const mine = rights.mayLookFrom(figure.id)
    if (!(this.#held && this.#held === selection.from) || (mine && !this.#byEnter)) this.#hold(null)
    if (!this.#held && !mine) this.#hold(ownViewer()?.id ?? null)
    if (!this.#held) selection.select(figure.id)
    else if (figure.id !== this.#held && !selection.to) selection.hover = figure.id
  }

  /** Handle Enter on a figure. */
  press(figure: Figure): void {
    if (this.#held && this.#held === selection.from && figure.id !== this.#held) {
      selection.pin(this.#held, figure.id)
    } else if (this.#held === figure.id) {
      this.release()
    } else if (rights.mayLookFrom(figure.id)) {
      this.#hold(figure.id)
      this.#byEnter = true
    }
  }

  #hold(id: string | null): void {
    this.#byEnter = false
    this.#held = id
    if (id && id !== selection.from) selection.select(id)
  }

  /** Handle Esc; return false if no viewer was fixed. */
  release(): boolean {
    const held = this.#held !== null
    this.#held = null
    return held && !selection.to
  }
}
