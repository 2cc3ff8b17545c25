/** A client of the engine's worker, which starts it once and matches responses to calls. */
import { RefusedError } from '../../protocol/errors'
import type { EngineFiles, FromWorker, ToWorker } from './worker-messages'

/** Why there is no engine: files are missing, the worker did not start, or the engine reported an error. */
export type EngineFailure = { cause: 'files' | 'worker' | 'engine'; words: string }

export interface EngineEvents {
  progress?(done: number, all: number): void
  /** Messages in the table's protocol, as JSON. */
  heard?(text: string): void
  failed?(failure: EngineFailure): void
}
export type EngineStart = Extract<FromWorker, { kind: 'ready' }>

export class EngineClient {
  #worker: Worker | null = null
  #calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  #last = 0
  #ready: (started: EngineStart) => void = () => undefined

  /** `base` is the folder of engine.json; `read` parses a JSON response. */
  constructor(
    private readonly base: string,
    private readonly events: EngineEvents = {},
    private readonly read: (json: string) => unknown = JSON.parse,
  ) {}

  /** Load and start the engine. On failure it calls `events.failed` and never resolves. */
  async start(): Promise<EngineStart> {
    const started = new Promise<EngineStart>((resolve) => (this.#ready = resolve))
    const response = await fetch(new URL('engine.json', this.base)).catch(() => null)
    if (!response?.ok) {
      this.#fail({ cause: 'files', words: '' })
      return started
    }
    const files = (await response.json()) as EngineFiles
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    this.#worker.onmessage = (event: MessageEvent<FromWorker>) => this.#hear(event.data)
    this.#worker.onerror = (event) => this.#fail({ cause: 'worker', words: event.message })
    this.#send({ kind: 'start', files, base: this.base })
    return started
  }

  /** Call a method of `sightline.playground.Playground`; its errors are `RefusedError`. */
  call<T>(name: string, argument: object): Promise<T> {
    const id = ++this.#last
    return new Promise<T>((resolve, reject) => {
      this.#calls.set(id, { resolve: resolve as (value: unknown) => void, reject })
      this.#send({ kind: 'call', id, name, argument: JSON.stringify(argument) })
    })
  }

  /** Send a message in the table's protocol. */
  say(text: string): void {
    this.#send({ kind: 'say', text })
  }

  #send(message: ToWorker): void {
    this.#worker?.postMessage(message)
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case 'progress':
        this.events.progress?.(message.done, message.all)
        break
      case 'ready':
        this.#ready(message)
        break
      case 'heard':
        this.events.heard?.(message.text)
        break
      case 'result': {
        const waiting = this.#calls.get(message.id)
        this.#calls.delete(message.id)
        const { ok, error } = this.read(message.text) as { ok?: unknown; error?: string }
        if (error !== undefined) waiting?.reject(new RefusedError(error))
        else waiting?.resolve(ok)
        break
      }
      case 'failed':
        this.#fail({ cause: 'engine', words: message.words })
        break
    }
  }

  #fail(failure: EngineFailure): void {
    this.#worker?.terminate()
    this.#worker = null
    this.events.failed?.(failure)
  }
}
