import type { FromPage, FromServer } from '../../protocol/messages.gen'
import type { Line, SocketEvents } from '../../protocol/socket'
import { received } from '../../words/said'
import { t } from '../../words/words.svelte'
import { EngineClient, type EngineEvents, type EngineFailure } from './client'

export type EnginePhase = 'off' | 'loading' | 'starting' | 'ready' | 'failed'

/** The engine in its worker, started once. */
class Engine {
  phase = $state<EnginePhase>('off')
  /** Bytes loaded so far, and in total. */
  done = $state(0)
  all = $state(0)
  /** Why it is not available. */
  words = $state('')
  /** Whether compiled kernels answer, or pure Python. */
  compiled = $state(false)
  milliseconds = $state.raw({ load: 0, start: 0 })

  #events: SocketEvents | null = null
  #client: EngineClient | null = null
  /** Callers that wait for the engine. */
  #waiting: (() => void)[] = []

  /** Load and start it. A second call waits for the first. */
  async start(): Promise<void> {
    if (this.phase === 'off' || this.phase === 'failed') {
      this.phase = 'loading'
      this.words = ''
      void this.#load()
    }
    // On failure the page already shows a message, and the next start may succeed.
    if (this.phase !== 'ready') await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async #load(): Promise<void> {
    const events: EngineEvents = {
      progress: (done, all) => this.#progress(done, all),
      heard: (text) => this.deliver(received<FromServer[]>(text)),
      failed: (failure) => this.#fail(failure),
    }
    this.#client = new EngineClient(new URL('./', document.baseURI).href, events, received)
    const started = await this.#client.start()
    this.compiled = started.compiled
    this.milliseconds = started.milliseconds
    this.phase = 'ready'
    for (const each of this.#waiting.splice(0)) each()
  }

  /** Call a method of the playground outside the table's protocol. */
  call<T>(name: string, argument: object): Promise<T> {
    if (!this.#client) throw new Error(t('playground.noEngine'))
    return this.#client.call<T>(name, argument)
  }

  /** A connection to the engine, for a session that normally connects to a table. */
  line(events: SocketEvents): Line {
    this.#events = events
    return {
      open: () => events.opened(),
      send: (message: FromPage) => {
        this.#client?.say(JSON.stringify(message))
        return true
      },
      settled: () => undefined,
      rest: () => undefined,
      close: () => undefined,
    }
  }

  /** Deliver messages as if they came over the connection. */
  deliver(messages: readonly FromServer[]): void {
    for (const message of messages) this.#events?.received(message)
  }

  #progress(done: number, all: number): void {
    this.done = done
    this.all = all
    if (done >= all) this.phase = 'starting'
  }

  #fail({ cause, words }: EngineFailure): void {
    if (cause === 'files') this.words = t('playground.noEngine')
    else this.words = words || t('playground.noWorker')
    this.phase = 'failed'
  }
}

export const engine = new Engine()
