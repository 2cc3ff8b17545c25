import { names } from '../../state/names.svelte'
import type { Figure } from '../../state/stage.svelte'
import { table } from '../../state/session.svelte'
import { ui } from '../../state/sight.svelte'
import { sketch } from '../tools/draft.svelte'

/**
 * Looking with the keyboard alone: Tab goes from figure to figure and selects each; Enter holds one
 * as the end to look from; then Tab points at others and the verdict is spoken, Enter pins it.
 */
export class Holding {
  #held = $state<string | null>(null)

  /** What a screen reader should say about the map now; pinned looks are the sight panel's to say. */
  readonly spoken: string = $derived.by(() => {
    const held = this.#held && table.stage?.figures.get(this.#held)
    if (!held) return ''
    const answer = ui.verdict
    if (!ui.hover) return `Looking from ${names.of(held.id)}. Tab to what it looks at; Enter keeps it, Escape ends.`
    if (!answer || ui.to) return ui.refusal
    return answer.words
  })

  /** The keyboard came to a figure. */
  focused(figure: Figure): void {
    if (sketch.menu || !document.activeElement?.matches(':focus-visible')) return
    ui.mapFocused = true
    ui.board?.show(figure.id)
    if (this.#held && this.#held === ui.from) {
      if (figure.id !== this.#held && !ui.to) ui.hover = figure.id
    } else {
      this.#held = null
      ui.select(figure.id)
    }
  }

  /** Enter on a figure. */
  press(figure: Figure): void {
    if (this.#held && this.#held === ui.from && figure.id !== this.#held) {
      ui.pin(this.#held, figure.id)
    } else if (this.#held === figure.id) {
      this.release()
    } else if (ui.mayLookFrom(figure.id)) {
      ui.select(figure.id)
      this.#held = figure.id
    }
  }

  /** Esc: false if nothing was held. */
  release(): boolean {
    const held = this.#held !== null
    this.#held = null
    return held && !ui.to
  }
}
