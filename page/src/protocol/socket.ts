import { received } from '../words/said'
import type { FacePack, FromPage, FromServer, TilePack } from './messages.gen'

const FIRST_WAIT = 300
const LONGEST_WAIT = 5000
/** The interval of checks, in milliseconds; it pings if nothing arrived for that long. */
const LOOK_EVERY = 2000
/** After a ping without an answer for this long, users are informed ... */
const QUIET_AFTER = 4000
/** ... and after this long the connection counts as dead. */
const DEAD_AFTER = 12_000

export interface SocketEvents {
  opened(): void
  received(message: FromServer): void
  /** The other side has stopped or resumed answering. */
  quiet(isQuiet: boolean): void
  /** A binary message: its header and pictures. */
  packed(head: TilePack | FacePack, pictures: Uint8Array<ArrayBuffer>): void
  lost(): void
}

/** A connection: the socket to a table, or the playground's worker. */
export interface Line {
  open(): void
  /** The other side has sent its greeting. */
  settled(): void
  send(message: FromPage): boolean
  rest(): void
  close(): void
}

/** The socket to the table, reopened with increasing delays until it is closed. */
export class TableSocket implements Line {
  #socket: WebSocket | null = null
  #wait = FIRST_WAIT
  #again: ReturnType<typeof setTimeout> | undefined
  #pings: ReturnType<typeof setInterval> | undefined
  #lastReceived = 0
  /** When the unanswered ping was sent, or 0. */
  #pinged = 0
  #isQuiet = false
  #closed = false
  #resting = true

  constructor(
    private readonly url: string,
    private readonly events: SocketEvents,
  ) {
    // If the system reports that the network is gone, do not wait for a ping.
    addEventListener('offline', () => this.#giveUp())
    // After waking up, reconnect immediately.
    addEventListener('online', () => this.#hurry())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#hurry()
    })
  }

  open(): void {
    if (this.#closed) return
    this.#resting = false
    const socket = new WebSocket(this.url)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    socket.onopen = () => {
      this.#heard()
      this.#pings = setInterval(() => this.#look(), LOOK_EVERY)
      this.events.opened()
    }
    socket.onmessage = (event: MessageEvent<unknown>) => {
      this.#heard()
      if (typeof event.data === 'string') this.events.received(received<FromServer>(event.data))
      else if (event.data instanceof ArrayBuffer) this.#unpack(event.data)
    }
    socket.onclose = () => this.#dropped(socket)
  }

  /** The other side has sent its greeting, so reset the delay. */
  settled(): void {
    this.#wait = FIRST_WAIT
  }

  send(message: FromPage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Close this socket until `open` is called again. */
  rest(): void {
    const socket = this.#socket
    this.#socket = null
    clearTimeout(this.#again)
    clearInterval(this.#pings)
    this.#resting = true
    socket?.close()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#again)
    clearInterval(this.#pings)
    this.#socket?.close()
  }

  #unpack(framed: ArrayBuffer): void {
    const length = new DataView(framed).getUint32(0)
    const head = JSON.parse(new TextDecoder().decode(new Uint8Array(framed, 4, length))) as TilePack | FacePack
    this.events.packed(head, new Uint8Array(framed, 4 + length))
  }

  #dropped(socket: WebSocket): void {
    if (socket !== this.#socket) return
    this.#socket = null
    this.#pinged = 0
    clearInterval(this.#pings)
    this.#tellQuiet(false)
    if (this.#closed) return
    this.events.lost()
    this.#again = setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2))
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.8)
  }

  #hurry(): void {
    if (this.#closed || this.#resting) return
    if (this.#socket) {
      this.#ping()
      return
    }
    clearTimeout(this.#again)
    this.#wait = FIRST_WAIT
    this.open()
  }

  #heard(): void {
    this.#lastReceived = Date.now()
    this.#pinged = 0
    this.#tellQuiet(false)
  }

  #tellQuiet(isQuiet: boolean): void {
    if (isQuiet === this.#isQuiet) return
    this.#isQuiet = isQuiet
    this.events.quiet(isQuiet)
  }

  /** Measures the pending ping instead of elapsed time, since a background tab may run this once a minute. */
  #look(): void {
    const now = Date.now()
    if (!this.#pinged) {
      if (now - this.#lastReceived >= LOOK_EVERY) this.#ping()
    } else if (now - this.#pinged > DEAD_AFTER) this.#giveUp()
    else if (now - this.#pinged > QUIET_AFTER) this.#tellQuiet(true)
  }

  #ping(): void {
    if (this.send({ t: 'ping' })) this.#pinged ||= Date.now()
  }

  #giveUp(): void {
    const socket = this.#socket
    if (!socket) return
    // close() waits for the other side, which may be gone.
    socket.onclose = null
    socket.onmessage = null
    socket.close()
    this.#dropped(socket)
  }
}
