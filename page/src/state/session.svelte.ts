import { SvelteMap } from 'svelte/reactivity'
import { Line } from '../protocol/socket'
import { forget, newId, readLink, remember, settle, type Link } from '../protocol/links'
import type {
  Action,
  AnswerBody,
  AnswerTo,
  Call,
  Done,
  FromServer,
  Question,
  Role,
  Seat,
  TableInfo,
  Tile,
  Welcome,
} from '../protocol/protocol'
import { StageModel } from './stage.svelte'
import { sameTile } from './tiles'
import { describe } from './words'

export type Phase = 'connecting' | 'joining' | 'waiting' | 'live' | 'lost' | 'closed'
export interface LogLine {
  who: string
  text: string
  at: Date
}
export interface Notice {
  id: number
  kind: 'info' | 'news' | 'refused' | 'error'
  text: string
}
/** A change that the server has not acknowledged. */
export interface Unsaved {
  id: string
  action: Action
  words: string
  /** When it was done, in milliseconds of Date.now. */
  since: number
}
/** What became of a file, in sentences. */
export interface MapReport {
  format: string
  read: string[]
  changed: string[]
  guessed: string[]
  lost: string[]
  choices: Choices
}
/** What else could be asked of a file, and what was taken. */
export interface Choices {
  levels: string[]
  level: string
  /** What can be named as blocking sight. */
  blocking: string[]
  chosen: string[]
  /** Are there walls that could be put onto the grid? */
  snap: boolean
}
/** How a file shall be read; what is left out is guessed. */
export interface Reading {
  level?: string
  blocking?: readonly string[]
  snap?: boolean
}
/** What can be saved as a file. */
export type Export = 'picture.svg' | 'picture.png' | 'map.json' | 'table.json'
export interface UploadReport {
  /** The new maps (a file may hold several), each with its id. */
  maps: { map: string; name: string; report: MapReport }[]
}

/** The server said no; the text is for the person who asked. */
export class RefusedError extends Error {}
/** The line was lost before the answer came. */
export class DroppedError extends Error {}

const LOG_LINES = 200
const SIGN_AFTER = 5000
const WORDS_AFTER = 10_000
const NOTICE_STAYS = 7000

interface Waiting<T> {
  resolve(value: T): void
  reject(error: Error): void
}

class Table {
  role = $state<Role | null>(null)
  phase = $state<Phase>('connecting')
  /** Why the page is closed, or what went wrong with joining. */
  words = $state('')
  stage = $state.raw<StageModel | null>(null)
  info = $state.raw<TableInfo | null>(null)
  seat = $state.raw<Seat | null>(null)
  calls = $state.raw<readonly Call[]>([])
  log = $state.raw<readonly LogLine[]>([])
  notices = $state.raw<readonly Notice[]>([])
  /** Grows with every message that may change an answer: asked questions are asked again. */
  revision = $state(0)
  readonly #unsaved = new SvelteMap<string, Unsaved>()
  /** Ticks while something is unsaved, so that its age can be told. */
  #now = $state(Date.now())

  #line: Line | null = null
  #link: Link = { kind: 'none' }
  #greeted = false
  #doing = new Map<string, Waiting<Done>>()
  #asking = new Map<string, Waiting<AnswerBody>>()
  #ticking: ReturnType<typeof setInterval> | undefined
  #notices = 0

  /** Changes not acknowledged yet, oldest first. */
  readonly unsaved: readonly Unsaved[] = $derived([...this.#unsaved.values()])

  /** 0: all is saved, or only just not; 1: show a sign; 2: say in words what is not saved. */
  readonly saving: { level: 0 | 1 | 2; words: string } = $derived.by(() => {
    const oldest = this.unsaved[0]
    if (!oldest) return { level: 0, words: '' }
    const age = this.#now - oldest.since
    if (age < SIGN_AFTER) return { level: 0, words: '' }
    const last = this.unsaved.slice(-5).map((change) => change.words)
    const more = this.unsaved.length - last.length
    const list = last.join(', ') + (more > 0 ? ` and ${more} before` : '')
    return { level: age < WORDS_AFTER ? 1 : 2, words: `Not saved yet: ${list}.` }
  })

  /** The page's own secret, for uploads and downloads. */
  get secret(): string {
    const link = this.#link
    return link.kind === 'join' ? (link.own ?? '') : link.kind === 'none' ? '' : link.secret
  }

  open(): void {
    this.#link = readLink(location.hash)
    addEventListener('hashchange', () => location.reload())
    if (this.#link.kind === 'none') {
      this.#close('This page needs the link that the table printed. Ask your master for it.')
      return
    }
    if (this.#link.kind === 'join' && !this.#link.own) this.phase = 'joining'
    const url = new URL('ws', location.href)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    url.hash = ''
    this.#line = new Line(url.href, {
      opened: () => this.#greet(),
      heard: (message) => this.#heard(message),
      lost: () => this.#lost(),
    })
    // Whoever joins opens the line by giving a name.
    if (this.phase !== 'joining') this.#line.open()
  }

  join(name: string): void {
    if (this.#link.kind !== 'join') return
    this.#joinName = name
    this.words = ''
    this.phase = 'connecting'
    this.#line?.open()
  }
  #joinName = ''

  /** Do something. Resolves when it is on the server's disk; a refusal also becomes a notice. */
  do(action: Action): Promise<Done> {
    const id = newId()
    const words = describe(action, this.stage)
    this.#unsaved.set(id, { id, action, words, since: Date.now() })
    this.#tick()
    const promise = new Promise<Done>((resolve, reject) => this.#doing.set(id, { resolve, reject }))
    // Whoever does not care for the refusal need not catch it: it is shown as a notice.
    promise.catch(() => undefined)
    if (this.#greeted) this.#line?.send({ t: 'do', id, action })
    return promise
  }

  /** Move a figure. It goes as far as it can: whoever moved it hears if that was not all the way. */
  move(figure: string, start: Tile, to: Tile): void {
    const done = this.do({ t: 'move', figure, to, start })
    done.then(
      () => {
        const now = this.stage?.figures.get(figure)
        if (now && !sameTile(now.at, to)) this.notice('news', `${now.name} was stopped on the way.`)
      },
      () => undefined, // shown already
    )
  }

  /** Ask something. Rejects with RefusedError, or DroppedError if the line was lost. */
  ask<Q extends Question>(question: Q): Promise<AnswerTo<Q>> {
    const id = newId()
    const promise = new Promise<AnswerBody>((resolve, reject) => {
      if (this.#greeted && this.#line?.send({ t: 'ask', id, question })) {
        this.#asking.set(id, { resolve, reject })
      } else {
        reject(new DroppedError('There is no line to the table.'))
      }
    })
    promise.catch(() => undefined)
    return promise as Promise<AnswerTo<Q>>
  }

  /** Master: a new link for this page; the old one dies, and with it all other pages of the master's. */
  async renewOwnLink(): Promise<void> {
    const { made } = await this.do({ t: 'new_link', of: 'master' })
    if (!made) return
    settle('master', made)
    this.#link = { kind: 'master', secret: made }
  }

  lookAt(map: string): void {
    this.#line?.send({ t: 'look_at', map })
  }

  watch(player: string | null): void {
    this.#line?.send({ t: 'watch', player })
  }

  undo(): void {
    void this.do({ t: 'undo' })
  }

  redo(): void {
    void this.do({ t: 'redo' })
  }

  /** Master: give the table a map file. Throws a RefusedError that says why it cannot be read. */
  async upload(file: File, how: Reading): Promise<UploadReport> {
    const url = new URL('maps', location.href)
    url.searchParams.set('name', file.name)
    if (how.level) url.searchParams.set('level', how.level)
    for (const name of how.blocking ?? []) url.searchParams.append('blocking', name)
    if (how.snap) url.searchParams.set('snap', '1')
    const response = await this.#fetch(url, { method: 'POST', body: file })
    return (await response.json()) as UploadReport
  }

  /** Save a picture, the map or the whole table as a file. Players get a picture of what they know. */
  async download(what: Export): Promise<void> {
    const url = new URL(`export/${what}`, location.href)
    if (this.info) url.searchParams.set('map', this.info.map)
    const response = await this.#fetch(url, {})
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = fileName(response.headers.get('content-disposition')) ?? what
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  }

  async #fetch(url: URL, wishes: RequestInit): Promise<Response> {
    url.hash = ''
    const headers = { authorization: `Bearer ${this.secret}` }
    const response = await fetch(url, { ...wishes, headers })
    if (!response.ok) {
      const told = (await response.json().catch(() => null)) as { error?: string } | null
      throw new RefusedError(told?.error ?? 'The table does not give that away.')
    }
    return response
  }

  notice(kind: Notice['kind'], text: string): void {
    const id = ++this.#notices
    this.notices = [...this.notices.slice(-4), { id, kind, text }]
    setTimeout(() => this.dismissNotice(id), NOTICE_STAYS)
  }

  dismissNotice(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id)
  }

  #greet(): void {
    const link = this.#link
    if (link.kind === 'none') return
    if (link.kind === 'join' && !link.own) {
      this.#line?.send({ t: 'join', secret: link.secret, name: this.#joinName })
    } else {
      this.#line?.send({ t: 'hello', secret: this.secret })
    }
  }

  #heard(message: FromServer): void {
    switch (message.t) {
      case 'welcome':
        this.#welcome(message)
        break
      case 'stage':
        this.stage = new StageModel(message)
        this.revision++
        break
      case 'change':
        this.stage?.apply(message)
        this.revision++
        break
      case 'no_stage':
        this.stage = null
        this.revision++
        break
      case 'table':
        this.info = message
        this.revision++
        break
      case 'seat':
        this.seat = message
        this.phase = message.waiting ? 'waiting' : 'live'
        this.revision++
        break
      case 'calls':
        this.calls = message.calls
        this.revision++
        break
      case 'log':
        this.log = [
          ...this.log.slice(1 - LOG_LINES),
          { who: message.who, text: message.text, at: new Date() },
        ]
        // What changed shows on the map; what was only tried, nowhere else.
        if (this.role === 'master' && message.text.startsWith('tried ')) {
          this.notice('news', `${message.who} ${message.text}`)
        }
        break
      case 'done':
        this.#unsaved.delete(message.id)
        this.#doing.get(message.id)?.resolve(message)
        this.#doing.delete(message.id)
        break
      case 'refused':
        this.#refused(message.id, message.why)
        break
      case 'answer':
        this.#asking.get(message.id)?.resolve(message.answer)
        this.#asking.delete(message.id)
        break
      case 'bye':
        this.#bye(message.why, message.again ?? false)
        break
      case 'pong':
        break
    }
  }

  #welcome(message: Welcome): void {
    this.role = message.role
    this.#greeted = true
    this.#line?.settled()
    const link = this.#link
    if (link.kind === 'join') {
      const own = message.secret || link.own
      if (own) {
        remember(link.secret, own)
        settle('player', own)
        this.#link = { kind: 'player', secret: own }
      }
    }
    if (message.role === 'master') this.phase = 'live'
    for (const change of this.#unsaved.values()) {
      this.#line?.send({ t: 'do', id: change.id, action: change.action })
    }
  }

  #refused(id: string, why: string): void {
    const asked = this.#asking.get(id)
    if (asked) {
      this.#asking.delete(id)
      asked.reject(new RefusedError(why))
      return
    }
    this.#unsaved.delete(id)
    this.#doing.get(id)?.reject(new RefusedError(why))
    this.#doing.delete(id)
    this.notice('refused', why)
  }

  #bye(why: string, again: boolean): void {
    if (again) return
    const link = this.#link
    if (link.kind === 'join' && !this.#greeted) {
      // The remembered seat is gone, or the name was not taken: ask for a name (again).
      if (link.own) {
        forget(link.secret)
        this.#link = { ...link, own: null }
      } else {
        this.words = why
      }
      this.#line?.rest()
      this.phase = 'joining'
      return
    }
    this.#close(why)
  }

  #lost(): void {
    this.#greeted = false
    if (this.phase !== 'closed' && this.phase !== 'joining') {
      this.phase = this.role ? 'lost' : 'connecting'
    }
    for (const asked of this.#asking.values()) {
      asked.reject(new DroppedError('The line to the table was lost.'))
    }
    this.#asking.clear()
  }

  #close(why: string): void {
    this.words = why
    this.phase = 'closed'
    this.stage = null
    this.#line?.close()
  }

  #tick(): void {
    this.#now = Date.now()
    this.#ticking ??= setInterval(() => {
      this.#now = Date.now()
      if (this.#unsaved.size === 0) {
        clearInterval(this.#ticking)
        this.#ticking = undefined
      }
    }, 1000)
  }
}

/** The name that the server gives to a file, as in `filename*=UTF-8''crypt.svg`. */
function fileName(disposition: string | null): string | null {
  const found = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1]
  return found ? decodeURIComponent(found) : null
}

export const table = new Table()
