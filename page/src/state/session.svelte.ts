import { DroppedError, RefusedError } from '../protocol/errors'
import { forget, newId, readLink, remember, settle, type Link } from '../protocol/links'
import type { AnswerTo, Done, FromServer, MasterAction, Question, Welcome } from '../protocol/messages.gen'
import { TableSocket, type Line, type SocketEvents } from '../protocol/socket'
import type { AnswerFor, Role } from '../protocol/types'
import { notices } from './notices.svelte'
import { pending } from './pending.svelte'
import { table } from './table.svelte'
import { describe } from './words'

export type Phase = 'connecting' | 'joining' | 'waiting' | 'live' | 'lost' | 'closed'

interface Waiting<T> {
  resolve(value: T): void
  reject(error: Error): void
}

/** This page's seat at the table: who it is, the connection, and what it says and asks there. */
class Session {
  role = $state<Role | null>(null)
  phase = $state<Phase>('connecting')
  /** Why the page is closed, or what went wrong with joining. */
  words = $state('')

  #socket: Line | null = null
  #link: Link = { kind: 'none' }
  #joinName = ''
  #greeted = false
  #doing = new Map<string, Waiting<Done>>()
  #asking = new Map<string, Waiting<AnswerTo>>()

  readonly #events: SocketEvents = {
    opened: () => this.#greet(),
    received: (message) => this.#receive(message),
    lost: () => this.#lost(),
  }

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
    this.#socket = new TableSocket(url.href, this.#events)
    // Whoever joins opens the line by giving a name.
    if (this.phase !== 'joining') this.#socket.open()
  }

  /** The playground: a master's page on a line that needs no link. */
  play(line: (events: SocketEvents) => Line): void {
    this.#link = { kind: 'master', secret: '' }
    this.#socket = line(this.#events)
    this.#socket.open()
  }

  join(name: string): void {
    if (this.#link.kind !== 'join') return
    this.#joinName = name
    this.words = ''
    this.phase = 'connecting'
    this.#socket?.open()
  }

  /** Do something. Resolves when it is on the server's disk; a refusal also becomes a notice. */
  do(action: MasterAction): Promise<Done> {
    const id = newId()
    pending.add(id, action, describe(action, table.stage))
    const promise = new Promise<Done>((resolve, reject) => this.#doing.set(id, { resolve, reject }))
    // Whoever does not care for the refusal need not catch it: it is shown as a notice.
    promise.catch(() => undefined)
    if (this.#greeted) this.#socket?.send({ t: 'do', id, action })
    return promise
  }

  /** Ask something. Rejects with RefusedError, or DroppedError if the line was lost. */
  ask<Q extends Question>(question: Q): Promise<AnswerFor<Q>> {
    const id = newId()
    const promise = new Promise<AnswerTo>((resolve, reject) => {
      if (this.#greeted && this.#socket?.send({ t: 'ask', id, question })) {
        this.#asking.set(id, { resolve, reject })
      } else {
        reject(new DroppedError('There is no line to the table.'))
      }
    })
    promise.catch(() => undefined)
    return promise as Promise<AnswerFor<Q>>
  }

  /** Master: a new link for this page; the old one dies, and with it all other pages of the master's. */
  async renewOwnLink(): Promise<void> {
    const { made } = await this.do({ t: 'new_link', of: 'master' })
    if (!made) return
    settle('master', made)
    this.#link = { kind: 'master', secret: made }
  }

  lookAt(map: string): void {
    this.#socket?.send({ t: 'look_at', map })
  }

  watch(player: string | null): void {
    this.#socket?.send({ t: 'watch', player })
  }

  undo(): void {
    void this.do({ t: 'undo' })
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
        table.update(message)
        break
      case 'seat':
        table.update(message)
        this.phase = message.waiting ? 'waiting' : 'live'
        break
      case 'log':
        table.update(message)
        // What changed shows on the map; what was only tried, nowhere else.
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
    this.#socket?.settled()
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
      // The remembered seat is gone, or the name was not taken: ask for a name (again).
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
      asked.reject(new DroppedError('The line to the table was lost.'))
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
