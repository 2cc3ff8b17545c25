import { DroppedError, RefusedError } from '../protocol/errors'
import { forget, newId, readLink, remember, settle, type Link } from '../protocol/links'
import { redeem } from '../protocol/files'
import { clearAddress, findMaster, forgetMaster, keepMaster, shareMaster } from '../protocol/master-link'
import type {
  AnswerTo,
  Done,
  FacePack,
  FromServer,
  MasterAction,
  Question,
  TilePack,
  WantFaces,
  WantTiles,
  Welcome,
} from '../protocol/messages.gen'
import { TableSocket, type Line, type SocketEvents } from '../protocol/socket'
import type { AnswerFor, Role, Tile } from '../protocol/types'
import { evening } from './evening.svelte'
import { game } from './game/game.svelte'
import { home } from './page/home.svelte'
import { notices } from './page/notices.svelte'
import { pending } from './pending.svelte'
import { table } from './table.svelte'
import { watched } from './game/watching.svelte'
import { describe } from './words'
import { refusal, t } from '../words/words.svelte'

export type Phase = 'connecting' | 'joining' | 'waiting' | 'live' | 'lost' | 'closed'

interface Waiting<T> {
  resolve(value: T): void
  reject(error: Error): void
}

/** This page's seat at the table: the user, the connection, requests and questions. */
class Session {
  role = $state<Role | null>(null)
  phase = $state<Phase>('connecting')
  /** Whether the connection is open but the table does not answer. */
  quiet = $state(false)
  /** Why the page is closed, or why joining failed. */
  words = $state('')

  /** Callbacks that draw the pictures of tiles and of figures. */
  onTiles: ((head: TilePack, pictures: Uint8Array<ArrayBuffer>) => void) | null = null
  onFaces: ((head: FacePack, pictures: Uint8Array<ArrayBuffer>) => void) | null = null

  #socket: Line | null = null
  #link: Link = { kind: 'none' }
  #joinName = ''
  #greeted = false
  #doing = new Map<string, Waiting<Done>>()
  #asking = new Map<string, Waiting<AnswerTo>>()

  readonly #events: SocketEvents = {
    opened: () => this.#greet(),
    received: (message) => this.#receive(message),
    packed: (head, pictures) => {
      if (head.t === 'tiles') this.onTiles?.(head, pictures)
      else this.onFaces?.(head, pictures)
    },
    lost: () => this.#lost(),
    quiet: (isQuiet) => (this.quiet = isQuiet),
  }

  /** The page's own secret, for uploads and downloads. */
  get secret(): string {
    const link = this.#link
    return link.kind === 'join' ? (link.own ?? '') : link.kind === 'none' ? '' : link.secret
  }

  async open(): Promise<void> {
    addEventListener('hashchange', () => location.reload())
    const given = readLink(location.hash)
    if (given.kind === 'none' || given.kind === 'ticket') {
      // A replay's address is not secret, and a reload should find it again.
      if (!watched.link) clearAddress()
      home.open = given.kind === 'ticket' && given.home
      const secret = (given.kind === 'ticket' && (await redeem(given.secret))) || (await findMaster())
      if (secret) this.#link = { kind: 'master', secret }
    } else {
      this.#link = given
    }
    if (this.#link.kind === 'none') {
      this.#close(t('table.needsLink'))
      return
    }
    if (this.#link.kind === 'master') {
      keepMaster(this.#link.secret)
      shareMaster(() => (this.phase === 'closed' ? '' : this.secret))
    } else {
      forgetMaster()
    }
    if (this.#link.kind === 'join' && !this.#link.own) this.phase = 'joining'
    const url = new URL('ws', location.href)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    url.hash = ''
    this.#socket = new TableSocket(url.href, this.#events)
    // For a joining player, entering a name opens the connection.
    if (this.phase !== 'joining') this.#socket.open()
  }

  /** The playground: a game master's page on a connection that needs no link. */
  play(line: (events: SocketEvents) => Line): void {
    this.#link = { kind: 'master', secret: '' }
    this.#socket = line(this.#events)
    this.#socket.open()
  }

  /** Request everything again, after the language was changed. */
  refresh(): void {
    if (this.phase !== 'live') return
    this.#socket?.rest()
    this.#socket?.open()
  }

  join(name: string): void {
    if (this.#link.kind !== 'join') return
    this.#joinName = name
    this.words = ''
    this.phase = 'connecting'
    this.#socket?.open()
  }

  /** Perform an action. Resolves when it is on the server's disk; a refusal is also shown as a notice. */
  do(action: MasterAction): Promise<Done> {
    const id = newId()
    pending.add(id, action, describe(action, table.stage))
    const promise = new Promise<Done>((resolve, reject) => this.#doing.set(id, { resolve, reject }))
    // Callers need not handle the refusal, which is shown as a notice.
    promise.catch(() => undefined)
    if (this.#greeted) this.#socket?.send({ t: 'do', id, action })
    return promise
  }

  /** Ask a question. Rejects with RefusedError, or DroppedError if the connection was lost. */
  ask<Q extends Question>(question: Q): Promise<AnswerFor<Q>> {
    const id = newId()
    const promise = new Promise<AnswerTo>((resolve, reject) => {
      if (this.#greeted && this.#socket?.send({ t: 'ask', id, question })) {
        this.#asking.set(id, { resolve, reject })
      } else {
        reject(new DroppedError(t('table.noConnection')))
      }
    })
    promise.catch(() => undefined)
    return promise as Promise<AnswerFor<Q>>
  }

  /** Game master: create a new link for this page. The old one becomes invalid, and all other pages of the game master are closed. */
  async renewOwnLink(): Promise<void> {
    const { made } = await this.do({ t: 'new_link', of: 'master' })
    if (!made) return
    keepMaster(made)
    this.#link = { kind: 'master', secret: made }
  }

  lookAt(map: string): void {
    this.#socket?.send({ t: 'look_at', map })
  }

  watch(player: string | null): void {
    this.#socket?.send({ t: 'watch', player })
  }

  ping(at: Tile, storey = ''): void {
    this.#socket?.send({ t: 'ping_tile', at, storey })
  }

  /** Request pictures. Returns whether the request was sent; a response may never come. */
  want(wanted: WantTiles | WantFaces): boolean {
    return this.#greeted && (this.#socket?.send(wanted) ?? false)
  }

  /** `forget`: players forget what only this change showed them. */
  undo(forget = false): void {
    void this.do(forget ? { t: 'undo', forget } : { t: 'undo' })
  }

  redo(): void {
    void this.do({ t: 'redo' })
  }

  #greet(): void {
    const link = this.#link
    if (link.kind === 'none') return
    if (link.kind === 'join' && !link.own) {
      this.#socket?.send({ t: 'join', secret: link.secret, name: this.#joinName })
    } else {
      this.#socket?.send({ t: 'hello', secret: this.secret })
    }
  }

  #receive(message: FromServer): void {
    switch (message.t) {
      case 'welcome':
        this.#welcome(message)
        break
      case 'stage':
      case 'change':
      case 'no_stage':
      case 'table':
      case 'calls':
      case 'lighting':
        table.update(message)
        break
      case 'seat':
        table.update(message)
        this.phase = message.waiting ? 'waiting' : 'live'
        break
      case 'turns':
      case 'notes':
      case 'rolls':
      case 'rolled':
      case 'pinged':
        evening.update(message, this.role === 'player')
        break
      case 'game':
        game.update(message)
        break
      case 'log':
        table.update(message)
        // Changes are visible on the map, but attempts only here.
        if (this.role === 'master' && message.attempt) {
          notices.show('news', `${message.who} ${message.text}`)
        }
        break
      case 'done':
        pending.delete(message.id)
        this.#doing.get(message.id)?.resolve(message)
        this.#doing.delete(message.id)
        break
      case 'refused':
        this.#refused(message.id, refusal(message))
        break
      case 'answer':
        this.#asking.get(message.id)?.resolve(message.answer)
        this.#asking.delete(message.id)
        break
      case 'bye':
        this.#bye(refusal(message), message.again ?? false)
        break
      case 'pong':
        break
    }
  }

  #welcome(message: Welcome): void {
    this.role = message.role
    evening.reset()
    game.reset()
    this.#greeted = true
    this.#socket?.settled()
    const link = this.#link
    if (link.kind === 'join') {
      const own = message.secret || link.own
      if (own) {
        remember(link.secret, own)
        settle(own)
        this.#link = { kind: 'player', secret: own }
      }
    }
    if (message.role === 'master') this.phase = 'live'
    table.lighting = null
    for (const change of pending.changes) {
      this.#socket?.send({ t: 'do', id: change.id, action: change.action })
    }
  }

  #refused(id: string, why: string): void {
    const asked = this.#asking.get(id)
    if (asked) {
      this.#asking.delete(id)
      asked.reject(new RefusedError(why))
      return
    }
    pending.delete(id)
    this.#doing.get(id)?.reject(new RefusedError(why))
    this.#doing.delete(id)
    notices.show('refused', why)
  }

  #bye(why: string, again: boolean): void {
    if (again) return
    const link = this.#link
    if (link.kind === 'join' && !this.#greeted) {
      // The remembered seat is gone, or the name was refused: ask for a name (again).
      if (link.own) {
        forget(link.secret)
        this.#link = { ...link, own: null }
      } else {
        this.words = why
      }
      this.#socket?.rest()
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
      asked.reject(new DroppedError(t('table.connectionLost')))
    }
    this.#asking.clear()
  }

  #close(why: string): void {
    this.words = why
    this.phase = 'closed'
    table.stage = null
    this.#socket?.close()
  }
}

export const session = new Session()
