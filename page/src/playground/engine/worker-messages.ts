/** What the page and the engine's worker say to each other. */

/** A packed file of the engine: see playground/engine.py. */
export interface Bundle {
  file: string
  bytes: number
  unpacked: number
}
/** What engine.json holds. */
export interface EngineFiles {
  runtime: Bundle
  engine: Bundle
  /** Readers of scenes, for the shells in page/vtt. */
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
