/** The messages between the page and the engine's worker. */

/** A packed file of the engine: see playground/engine.py. */
export interface Bundle {
  file: string
  bytes: number
  unpacked: number
}
/** The content of engine.json. */
export interface EngineFiles {
  runtime: Bundle
  engine: Bundle
  /** Readers of scenes, for the extensions in page/vtt. */
  readers?: Bundle
  version: string
}

export type ToWorker =
  | { kind: 'start'; files: EngineFiles; base: string }
  | { kind: 'say'; text: string }
  | { kind: 'call'; id: number; name: string; argument: string }

export type FromWorker =
  | { kind: 'progress'; done: number; all: number }
  | { kind: 'ready'; compiled: boolean; milliseconds: { load: number; start: number } }
  | { kind: 'heard'; text: string }
  | { kind: 'result'; id: number; text: string }
  | { kind: 'failed'; words: string }
