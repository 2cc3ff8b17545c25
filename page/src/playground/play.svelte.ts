import { tick, untrack } from 'svelte'
import { RefusedError } from '../protocol/errors'
import type { FigureOrTile, FromServer, SightAnswer } from '../protocol/messages.gen'
import { layout } from '../state/page/layout.svelte'
import { notices } from '../state/page/notices.svelte'
import { selection } from '../state/page/selection.svelte'
import { session } from '../state/session.svelte'
import { sight } from '../state/sight/sight.svelte'
import { table } from '../state/table.svelte'
import { engine } from './engine/engine.svelte'
import { hasPosition, preview, type LinkQuestion } from './links/link'

/** The engine's response when it opens a position. */
interface Opened {
  messages: FromServer[]
  from: FigureOrTile | null
  to: FigureOrTile | null
  show: 'look' | 'field' | 'games'
  notes?: string[]
}
export type ExportKind = 'text' | 'json' | 'svg' | 'python' | 'link'

/** Milliseconds between the last change and the update of the address. */
const ADDRESS_AFTER = 400

/** The playground page: the position in its address, the engine, import and export. */
class Play {
  /** The answer that the link claims, until the engine has computed it. */
  claim = $state.raw<LinkQuestion | null>(null)
  /** The link to the current position. */
  link = $state('')
  /** Whether the position has changed since the link was written. */
  linkIsOld = $state(false)

  /** Whether this is a live board in the docs: the map and its verdict, without panels and tools. */
  readonly embedded = new URLSearchParams(location.search).has('embed')

  /** The content of the last link. */
  #opened: Opened | null = null
  #writing: ReturnType<typeof setTimeout> | undefined

  async open(): Promise<void> {
    addEventListener('hashchange', () => void this.#follow())
    await this.#showPreview()
    // On a phone with mobile data the user decides; elsewhere the engine is loaded at once.
    if (!this.waitsForTap) await this.start()
  }

  /** On a phone, the engine is loaded only on request. */
  get waitsForTap(): boolean {
    const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
    if (this.embedded) return false // the user has already pressed a button
    return saves || (layout.coarse && (layout.small || layout.short))
  }

  async start(): Promise<void> {
    if (engine.phase !== 'off' && engine.phase !== 'failed') return
    await engine.start()
    await this.#openLink()
    session.play((events) => engine.line(events))
    $effect.root(() => {
      $effect(() => this.#writeAddress())
      $effect(() => {
        if (session.phase === 'live') untrack(() => this.#look(this.#opened ?? { from: 'Mira', to: 'goblin', show: 'look' }))
      })
    })
  }

  /** The address was changed by hand or by another link; the engine keeps running. */
  async #follow(): Promise<void> {
    if (engine.phase !== 'ready') return this.#showPreview()
    await this.#openLink()
  }

  /** Open the position in the address, if there is one. Until the page is live, it asks for it itself. */
  async #openLink(): Promise<void> {
    if (!hasPosition(location.hash)) return
    try {
      const opened = await engine.call<Opened>('open', { link: location.hash })
      this.#opened = opened
      if (session.phase !== 'live') return
      this.#show(opened)
      this.#look(opened)
    } catch (error) {
      this.#refused(error)
    }
  }

  /** Open a map file. */
  async read(file: File): Promise<void> {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      let letters = ''
      for (const byte of bytes) letters += String.fromCharCode(byte)
      const opened = await engine.call<Opened>('read', { data: btoa(letters), name: file.name })
      this.#show(opened)
      for (const note of opened.notes ?? []) notices.show('news', note)
    } catch (error) {
      this.#refused(error)
    }
  }

  export(what: ExportKind, how: object = {}): Promise<string> {
    return engine.call<string>('export', { what, a: selection.from, b: selection.to, ...how })
  }

  async #showPreview(): Promise<void> {
    const found = await preview(location.hash)
    if (!found || engine.phase === 'ready') return
    table.update(found.stage)
    this.claim = found.question
    const { from = null, to = null, says, cover, line } = found.question
    selection.pin(from, to)
    await tick()
    if (!says || from === null || to === null) return
    const claimed: SightAnswer = {
      t: 'sight',
      verdict: says,
      visible: says === 'visible',
      words: '',
      reason: '',
      rule: '',
      ...(cover && { degree: cover }),
      ...(line?.length === 4 && { line: [[line[0], line[1]], [line[2], line[3]]] }),
    }
    sight.verdict = claimed
    sight.asked = { from, to }
  }

  /** Switch to another board, and clear the previous answers. */
  #show({ messages }: Opened): void {
    sight.verdict = null
    sight.asked = null
    engine.deliver(messages)
  }

  #look({ from, to, show }: Pick<Opened, 'from' | 'to' | 'show'>): void {
    this.claim = null
    selection.pin(from, to)
    selection.view = show === 'field' && typeof from === 'string' ? from : 'all'
    layout.everyRule = show === 'games'
  }

  /** Update the address, so that it can be shared at any time. */
  #writeAddress(): void {
    void table.revision
    const [a, b] = [selection.from, selection.to]
    const show = selection.view !== 'all' ? 'field' : layout.everyRule ? 'games' : 'look'
    clearTimeout(this.#writing)
    if (session.phase !== 'live') return
    this.linkIsOld = true
    const writing = setTimeout(() => {
      engine.call<string>('export', { what: 'link', a, b, show }).then(
        (link) => {
          const hash = link.slice(link.indexOf('#'))
          if (hash !== location.hash) history.replaceState(null, '', hash)
          this.link = location.href.replace('?embed', '')
          this.linkIsOld = this.#writing !== writing
        },
        () => (this.link = ''),
      )
    }, ADDRESS_AFTER)
    this.#writing = writing
  }

  #refused(error: unknown): void {
    notices.show('refused', error instanceof RefusedError ? error.message : String(error))
  }
}

export const play = new Play()
