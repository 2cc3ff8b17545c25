/**
 * A link's position as far as it can be shown without the engine: the preview until Python is
 * ready. The engine reads the link again, and its answer replaces the preview.
 */
import type { Stage, VerdictName } from '../../protocol/messages.gen'
import { DICTIONARY_1, MAX_CHARACTERS, MAX_TEXT } from './dictionary.gen'
import { readDrawing } from '../drawing'

export type End = string | [number, number]

/** The question in a link, and the answer that it claims. */
export interface LinkQuestion {
  from?: End
  to?: End
  rule?: unknown
  show?: 'look' | 'field' | 'games'
  says?: VerdictName
  cover?: string
  /** x0, y0, x1, y1. */
  line?: [number, number, number, number]
}
export interface LinkPreview {
  stage: Stage
  question: LinkQuestion
}

/** Whether the address contains a position. */
export function hasPosition(hash: string): boolean {
  return /^#?\d+\./.test(hash)
}

/** The preview of a link's fragment; null if it is not a link or cannot be read here. */
export async function preview(hash: string): Promise<LinkPreview | null> {
  const letters = /^#?1\.([A-Za-z0-9_-]*)$/.exec(hash)?.[1]
  if (!letters || letters.length > MAX_CHARACTERS) return null
  try {
    const text = await unfold(letters)
    const end = text.indexOf('\n')
    const question = readQuestion(text.slice(0, end))
    return { stage: readDrawing(text.slice(end + 1)), question }
  } catch {
    // The engine reports what is wrong with it.
    return null
  }
}

async function unfold(letters: string): Promise<string> {
  const packed = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
  const words = new TextEncoder().encode(DICTIONARY_1)
  // Browsers do not support preset dictionaries, so it is prepended as an uncompressed block.
  const head = Uint8Array.of(0, words.length & 255, words.length >> 8, ~words.length & 255, (~words.length >> 8) & 255)
  const stream = new Blob([head, words, packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > words.length + MAX_TEXT) {
      await reader.cancel()
      throw new Error('too much')
    }
    pieces.push(value)
  }
  const whole = new Uint8Array(await new Blob(pieces).arrayBuffer())
  return new TextDecoder('utf-8', { fatal: true }).decode(whole.subarray(words.length))
}

const VERDICTS = ['visible', 'hidden', 'ambiguous']

function readQuestion(text: string): LinkQuestion {
  const asked = JSON.parse(text) as LinkQuestion
  const { from, to, says, cover, line } = asked
  const good =
    (from === undefined || isEnd(from)) &&
    (to === undefined || isEnd(to)) &&
    (says === undefined || VERDICTS.includes(says)) &&
    (cover === undefined || typeof cover === 'string') &&
    (line === undefined || (Array.isArray(line) && line.every(Number.isFinite)))
  if (!good) throw new Error('no question')
  return asked
}

function isEnd(end: unknown): boolean {
  return typeof end === 'string' || (Array.isArray(end) && end.length === 2 && end.every(Number.isInteger))
}
