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
 * Looking with the keyboard alone: Tab goes from figure to figure and selects each; Enter holds one
 * as the end to look from; then Tab points at others and the verdict is spoken, Enter pins it. When
 * players come to a figure that is not theirs, their own looks at it without being held first.
 */
export class KeyboardLook {
  #held = $state<string | null>(null)
  /** Was it held by Enter? Then other figures of one's own are looked at, too. */
  #byEnter = false

  /** What a screen reader should say about the map now; pinned looks are the sight panel's to say. */
  readonly spoken: string = $derived.by(() => {
    const held = this.#held && table.stage?.figures.get(this.#held)
    if (!held) return ''
    const answer = sight.verdict
    if (!selection.hover) return t('map.lookingFrom', { name: names.of(held.id) })
    if (!answer || selection.to) return sight.refusal
    return answer.words
  })

  /** The keyboard came to a figure. */
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

  /** Enter on a figure. */
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

  /** Esc: false if nothing was held. */
  release(): boolean {
    const held = this.#held !== null
    this.#held = null
    return held && !selection.to
  }
}
