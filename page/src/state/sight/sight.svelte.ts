import { RefusedError } from '../../protocol/errors'
import type {
  AskField,
  AskSight,
  AskWho,
  FieldAnswer,
  FigureOrTile,
  SightAnswer,
  WhoAnswer,
} from '../../protocol/messages.gen'
import type { Tile } from '../../protocol/types'
import { Latest } from '../page/latest'
import { notices } from '../page/notices.svelte'
import { rights } from '../rights.svelte'
import { selection } from '../page/selection.svelte'
import { session } from '../session.svelte'
import { table } from '../table.svelte'
import { samePlace, spanKeys } from '../tiles'

/** Both ends of a line of sight, and the storeys of those that are tiles. */
export interface Asked {
  from: FigureOrTile
  to: FigureOrTile
  fromOn?: string
  toOn?: string
}

/** The current line of sight and views, requested again whenever the selection or the table changes. */
class Sight {
  /** The answer for the pinned or hovered ends. */
  verdict = $state.raw<SightAnswer | null>(null)
  /** The question that `verdict` answers. */
  asked = $state.raw<Asked | null>(null)
  /** Why the server refuses to answer, if it does. */
  refusal = $state('')
  allLines = $state(false)
  /** Whether the verdict's card is visible. */
  cardInView = $state(false)

  /** Tiles ('a,b') seen by the view's figures; null without a view, or before the answer. */
  viewLit = $state.raw<ReadonlySet<string> | null>(null)
  /** The tiles that the dragged figure would see from its current position. */
  dragLit = $state.raw<ReadonlySet<string> | null>(null)

  showWho = $state(false)
  /** Who sees whom, while `showWho` is on or the map has the keyboard focus. */
  who = $state.raw<WhoAnswer | null>(null)
  mapFocused = $state(false)

  #sight = new Latest<AskSight, SightAnswer>(
    (question) => session.ask(question),
    (question, answer, error) => {
      this.verdict = answer
      this.asked = answer ? { from: question.a, to: question.b, fromOn: question.a_on, toOn: question.b_on } : null
      this.refusal = error instanceof RefusedError ? error.message : ''
    },
  )
  #view = new Latest<AskField, FieldAnswer>(
    (question) => session.ask(question),
    (_, answer, error) => {
      this.viewLit = this.#lit(answer)
      const words = error instanceof RefusedError ? error.message : ''
      if (words && words !== this.#viewRefusal) notices.show('refused', words)
      this.#viewRefusal = words
    },
  )
  /** Why there is no view, so that the message is shown once instead of at every change. */
  #viewRefusal = ''
  #dragged = new Latest<AskField, FieldAnswer>(
    (question) => session.ask(question),
    (_, answer) => {
      if (selection.drag && answer) this.dragLit = this.#lit(answer)
    },
  )
  #who = new Latest<AskWho, WhoAnswer>(
    (question) => session.ask(question),
    (_, answer) => (this.who = answer),
  )

  constructor() {
    // Before the page is redrawn, so that the server computes the answer in the meantime.
    $effect.root(() => {
      $effect.pre(() => this.#askSight())
      $effect.pre(() => this.#askView())
      $effect.pre(() => this.#askDrag())
      $effect.pre(() => this.#askWho())
    })
  }

  #lit(answer: FieldAnswer | null): ReadonlySet<string> | null {
    return answer && table.stage ? new Set(spanKeys(table.stage.grid, answer.lit)) : null
  }

  #askSight(): void {
    void table.revision
    const { from, target, drag, fromOn, targetOn } = selection
    if (!from || !target || (samePlace(from, target) && fromOn === targetOn) || session.phase !== 'live') {
      this.#sight.clear()
      this.verdict = null
      this.asked = null
      this.refusal = ''
      return
    }
    const question: AskSight = { t: 'sight', a: from, b: target }
    if (fromOn) question.a_on = fromOn
    if (targetOn) question.b_on = targetOn
    if (this.allLines) question.all_lines = true
    if (drag && drag.figure === from && rights.isMaster) Object.assign(question, heldAt(drag))
    this.#sight.put(question)
  }

  #askView(): void {
    void table.revision
    const { view } = selection
    if (view === 'all' || session.phase !== 'live') {
      this.#view.clear()
      this.viewLit = null
      return
    }
    this.#view.put(view === 'party' ? { t: 'field' } : { t: 'field', figure: view })
  }

  #askDrag(): void {
    const { drag } = selection
    if (!drag) {
      this.#dragged.clear()
      this.dragLit = null
      return
    }
    if (table.stage?.figures.get(drag.figure)?.sighted) {
      this.#dragged.put({ t: 'field', figure: drag.figure, ...heldAt(drag) })
    }
  }

  #askWho(): void {
    void table.revision
    if (!(this.showWho || this.mapFocused) || !rights.mayEdit || session.phase !== 'live') {
      this.#who.clear()
      this.who = null
      return
    }
    this.#who.put({ t: 'who' })
  }
}

function heldAt({ at, on }: { at: Tile; on?: string | undefined }): Pick<AskField, 'at' | 'at_on'> {
  return { at, ...(on !== undefined && { at_on: on }) }
}

export const sight = new Sight()
