import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TableSocket } from './socket'

class FakeSocket {
  static readonly OPEN = 1
  static last: FakeSocket
  readyState = 1
  sent: string[] = []
  onopen?: () => void
  onmessage?: ((event: { data: string }) => void) | null
  onclose?: (() => void) | null

  constructor() {
    FakeSocket.last = this
  }

  send(text: string): void {
    this.sent.push(text)
  }

  close(): void {
    this.readyState = 3
  }
}

const said: string[] = []
let hears: Record<string, () => void>

beforeEach(() => {
  vi.useFakeTimers()
  said.length = 0
  hears = {}
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('addEventListener', (name: string, run: () => void) => (hears[name] = run))
  vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function opened(): FakeSocket {
  const socket = new TableSocket('ws://table/ws', {
    opened: () => said.push('opened'),
    received: () => said.push('received'),
    packed: () => said.push('packed'),
    lost: () => said.push('lost'),
    quiet: (isQuiet) => said.push(isQuiet ? 'quiet' : 'heard'),
  })
  socket.open()
  FakeSocket.last.onopen?.()
  said.length = 0
  return FakeSocket.last
}

describe('a connection that is lost', () => {
  it('is said at once when the socket closes', () => {
    opened().onclose?.()
    expect(said).toEqual(['lost'])
  })

  it('is said at once when the network goes', () => {
    opened()
    hears.offline?.()
    expect(said).toEqual(['lost'])
  })

  it('is said within seconds when pings stay out, and given up a little later', () => {
    const socket = opened()
    vi.advanceTimersByTime(2000)
    expect(socket.sent).toEqual(['{"t":"ping"}'])
    vi.advanceTimersByTime(6000)
    expect(said).toEqual(['quiet'])
    vi.advanceTimersByTime(8000)
    expect(said.slice(1)).toEqual(['heard', 'lost'])
  })

  it('is not said while somebody answers', () => {
    const socket = opened()
    for (let i = 0; i < 20; i++) {
      vi.advanceTimersByTime(3000)
      socket.onmessage?.({ data: '{"t":"pong"}' })
    }
    expect(said.filter((word) => word !== 'received')).toEqual([])
  })

  it('is not said of a tab that slept, before it has asked', () => {
    const socket = opened()
    vi.setSystemTime(Date.now() + 600_000)
    vi.advanceTimersByTime(2000)
    expect(said).toEqual([])
    expect(socket.sent).toHaveLength(1)
  })
})
