import type { FromPage, FromServer } from './messages.gen'

const FIRST_WAIT = 300
const LONGEST_WAIT = 5000
const PING_EVERY = 10_000
/** A connection on which nothing came for this long is dead, whatever the browser thinks of it. */
const SILENCE = 25_000

export interface SocketEvents {
  opened(): void
  received(message: FromServer): void
  lost(): void
}

/** A way to whoever answers: the socket to a table, or the playground's worker. */
export interface Line {
  open(): void
  /** The other side has greeted. */
  settled(): void
  send(message: FromPage): boolean
  rest(): void
  close(): void
}

/** The socket to the table, opened again and again with growing pauses until it is closed. */
export class TableSocket implements Line {
  #socket: WebSocket | null = null
  #wait = FIRST_WAIT
  #again: ReturnType<typeof setTimeout> | undefined
  #pings: ReturnType<typeof setInterval> | undefined
  #lastReceived = 0
  #closed = false
  #resting = true

  constructor(
    private readonly url: string,
    private readonly events: SocketEvents,
  ) {
    // A laptop that wakes up need not wait for its turn.
    addEventListener('online', () => this.#hurry())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.#hurry()
    })
  }

  open(): void {
    if (this.#closed) return
    this.#resting = false
    const socket = new WebSocket(this.url)
    this.#socket = socket
    socket.onopen = () => {
      this.#lastReceived = Date.now()
      this.#pings = setInterval(() => this.#ping(), PING_EVERY)
      this.events.opened()
    }
    socket.onmessage = (event: MessageEvent<unknown>) => {
      this.#lastReceived = Date.now()
      if (typeof event.data === 'string') this.events.received(JSON.parse(event.data) as FromServer)
    }
    socket.onclose = () => this.#dropped(socket)
  }

  /** The other side greeted us: the next pause is a short one again. */
  settled(): void {
    this.#wait = FIRST_WAIT
  }

  send(message: FromPage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Give up this socket, until `open` is called again. */
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

  #dropped(socket: WebSocket): void {
    if (socket !== this.#socket) return
    this.#socket = null
    clearInterval(this.#pings)
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

  #ping(): void {
    const socket = this.#socket
    if (!socket) return
    if (Date.now() - this.#lastReceived > SILENCE) {
      // close() alone waits for the other side, who may be gone.
      socket.onclose = null
      socket.onmessage = null
      socket.close()
      this.#dropped(socket)
    } else {
      this.send({ t: 'ping' })
    }
  }
}
