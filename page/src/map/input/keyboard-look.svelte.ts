import { names } from '../../state/names.svelte'
import { rights } from '../../state/rights.svelte'
import { selection } from '../../state/selection.svelte'
import { sight } from '../../state/sight.svelte'
import type { Figure } from '../../state/stage.svelte'
import { table } from '../../state/table.svelte'
import { draft } from '../tools/draft.svelte'
import { viewport } from '../viewport.svelte'

/**
 * Looking with the keyboard alone: Tab goes from figure to figure and selects each; Enter holds one
 * as the end to look from; then Tab points at others and the verdict is spoken, Enter pins it.
 */
export class KeyboardLook {
  #held = $state<string | null>(null)

  /** What a screen reader should say about the map now; pinned looks are the sight panel's to say. */
  readonly spoken: string = $derived.by(() => {
    const held = this.#held && table.stage?.figures.get(this.#held)
    if (!held) return ''
    const answer = sight.verdict
    if (!selection.hover) return `Looking from ${names.of(held.id)}. Tab to what it looks at; Enter keeps it, Escape ends.`
    if (!answer || selection.to) return sight.refusal
    return answer.words
  })

  /** The keyboard came to a figure. */
  focused(figure: Figure): void {
    if (draft.menu || !document.activeElement?.matches(':focus-visible')) return
    sight.mapFocused = true
    viewport.board?.show(figure.id)
    if (this.#held && this.#held === selection.from) {
      if (figure.id !== this.#held && !selection.to) selection.hover = figure.id
    } else {
      this.#held = null
      selection.select(figure.id)
    }
  }

  /** Enter on a figure. */
  press(figure: Figure): void {
    if (this.#held && this.#held === selection.from && figure.id !== this.#held) {
      selection.pin(this.#held, figure.id)
    } else if (this.#held === figure.id) {
      this.release()
    } else if (rights.mayLookFrom(figure.id)) {
      selection.select(figure.id)
      this.#held = figure.id
    }
  }

  /** Esc: false if nothing was held. */
  release(): boolean {
    const held = this.#held !== null
    this.#held = null
    return held && !selection.to
  }
}
