import { RefusedError } from '../protocol/errors'
import type { FromPage, FromServer } from '../protocol/messages.gen'
import type { Line, SocketEvents } from '../protocol/socket'
import type { EngineFiles, FromWorker, ToWorker } from './worker-messages'

export type EnginePhase = 'off' | 'loading' | 'starting' | 'ready' | 'failed'

/** The engine in its worker: started once, and asked from then on. */
class Engine {
  phase = $state<EnginePhase>('off')
  /** Bytes that are here, and all that there are. */
  done = $state(0)
  all = $state(0)
  /** Why it cannot be had. */
  words = $state('')
  /** Do the kernels answer, or pure Python? */
  compiled = $state(false)
  milliseconds = $state.raw({ load: 0, start: 0 })

  #worker: Worker | null = null
  #events: SocketEvents | null = null
  #calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  #last = 0
  /** Whoever waits for the engine. */
  #waiting: (() => void)[] = []

  /** Load and start it; a second call waits for the first. */
  async start(): Promise<void> {
    if (this.phase === 'off' || this.phase === 'failed') {
      this.phase = 'loading'
      this.words = ''
      try {
        await this.#load()
      } catch (error) {
        this.#fail(error instanceof Error ? error.message : String(error))
      }
    }
    // Where it failed nobody hears it twice: the page says so, and the next start may succeed.
    if (this.phase !== 'ready') await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async #load(): Promise<void> {
    const base = new URL('./', document.baseURI).href
    const response = await fetch(new URL('engine.json', base))
    if (!response.ok) throw new Error('the engine is not beside this page')
    const files = (await response.json()) as EngineFiles
    this.all = files.runtime.bytes + files.engine.bytes
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    this.#worker.onmessage = (event: MessageEvent<FromWorker>) => this.#hear(event.data)
    this.#worker.onerror = (event) => this.#fail(event.message || 'the worker cannot be started')
    this.#send({ kind: 'start', files, base })
  }

  /** Call a method of the playground that is beside the table's protocol. */
  call<T>(name: string, argument: object): Promise<T> {
    const id = ++this.#last
    return new Promise<T>((resolve, reject) => {
      this.#calls.set(id, { resolve: resolve as (value: unknown) => void, reject })
      this.#send({ kind: 'call', id, name, argument: JSON.stringify(argument) })
    })
  }

  /** A line to the engine, for a session that would have one to a table. */
  line(events: SocketEvents): Line {
    this.#events = events
    return {
      open: () => events.opened(),
      send: (message: FromPage) => {
        this.#send({ kind: 'say', text: JSON.stringify(message) })
        return true
      },
      settled: () => undefined,
      rest: () => undefined,
      close: () => undefined,
    }
  }

  /** Messages as if they came over the line. */
  deliver(messages: readonly FromServer[]): void {
    for (const message of messages) this.#events?.received(message)
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message)
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case 'progress':
        this.done = message.done
        this.all = message.all
        if (message.done >= message.all) this.phase = 'starting'
        break
      case 'ready':
        this.compiled = message.compiled
        this.milliseconds = message.milliseconds
        this.phase = 'ready'
        for (const each of this.#waiting.splice(0)) each()
        break
      case 'heard':
        this.deliver(JSON.parse(message.text) as FromServer[])
        break
      case 'result': {
        const waiting = this.#calls.get(message.id)
        this.#calls.delete(message.id)
        const { ok, error } = JSON.parse(message.text) as { ok?: unknown; error?: string }
        if (error !== undefined) waiting?.reject(new RefusedError(error))
        else waiting?.resolve(ok)
        break
      }
      case 'failed':
        this.#fail(message.words)
        break
    }
  }

  #fail(words: string): void {
    this.words = words
    this.phase = 'failed'
    this.#worker?.terminate()
    this.#worker = null
  }
}

export const engine = new Engine()
