/**
 * Decompresses LZMA (the "alone" format of Python's lzma module), so that any web host can serve
 * the engine as a plain file. This is smaller than gzip or brotli, and does not depend on server
 * headers.
 */

const STATES = 12
const POSITIONS = 16
// The offset of each kind of probability in one array.
const IS_MATCH = 0
const IS_REP = IS_MATCH + STATES * POSITIONS
const IS_REP_0 = IS_REP + STATES
const IS_REP_1 = IS_REP_0 + STATES
const IS_REP_2 = IS_REP_1 + STATES
const IS_REP_0_LONG = IS_REP_2 + STATES
const SLOT = IS_REP_0_LONG + STATES * POSITIONS
const FAR = SLOT + 4 * 64
const ALIGN = FAR + 115
const LENGTH = ALIGN + 16
const LENGTH_SIZE = 2 + POSITIONS * 8 * 2 + 256
const REP_LENGTH = LENGTH + LENGTH_SIZE
const LITERAL = REP_LENGTH + LENGTH_SIZE
const HEADER = 13

/** Decompress to `size` bytes. Extra input is an error. */
export function unlzma(input: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const properties = input[0] ?? 255
  if (properties >= 225 || input.length < HEADER + 5) throw new Error('not packed by LZMA')
  const lc = properties % 9
  const lp = ((properties / 9) | 0) % 5
  const positions = (1 << ((properties / 45) | 0)) - 1
  const probs = new Uint16Array(LITERAL + (0x300 << (lc + lp))).fill(1024)
  const out = new Uint8Array(size)
  // Range, code and input position need 32 bits each, which plain variables would not store
  // unboxed.
  const coder = new Int32Array(3)
  coder[0] = -1
  for (let i = 0; i < 5; i++) coder[1] = (coder[1]! << 8) | input[HEADER + i]!
  coder[2] = HEADER + 5

  function bit(at: number): number {
    let range = coder[0]!
    const prob = probs[at]!
    const bound = Math.imul(range >>> 11, prob)
    let found: number
    if ((coder[1]! ^ 0x80000000) < (bound ^ 0x80000000)) {
      range = bound
      probs[at] = prob + ((2048 - prob) >> 5)
      found = 0
    } else {
      range -= bound
      coder[1] = coder[1]! - bound
      probs[at] = prob - (prob >> 5)
      found = 1
    }
    if ((range & 0xff000000) === 0) {
      range <<= 8
      coder[1] = (coder[1]! << 8) | input[coder[2]!]!
      coder[2] = coder[2]! + 1
    }
    coder[0] = range
    return found
  }

  function tree(at: number, bits: number): number {
    let node = 1
    for (let i = 0; i < bits; i++) node = (node << 1) | bit(at + node)
    return node - (1 << bits)
  }

  function reversed(at: number, bits: number): number {
    let node = 1
    let found = 0
    for (let i = 0; i < bits; i++) {
      const next = bit(at + node)
      node = (node << 1) | next
      found |= next << i
    }
    return found
  }

  function direct(bits: number): number {
    let found = 0
    for (let i = 0; i < bits; i++) {
      let range = coder[0]! >>> 1
      const code = coder[1]!
      const one = (code ^ 0x80000000) >= (range ^ 0x80000000) ? 1 : 0
      if (one) coder[1] = code - range
      if ((range & 0xff000000) === 0) {
        range <<= 8
        coder[1] = (coder[1]! << 8) | input[coder[2]!]!
        coder[2] = coder[2]! + 1
      }
      coder[0] = range
      found = (found << 1) | one
    }
    return found
  }

  function length(at: number, position: number): number {
    if (!bit(at)) return tree(at + 2 + position * 8, 3)
    if (!bit(at + 1)) return 8 + tree(at + 2 + POSITIONS * 8 + position * 8, 3)
    return 16 + tree(at + 2 + POSITIONS * 16, 8)
  }

  function distance(len: number): number {
    const slot = tree(SLOT + Math.min(len, 3) * 64, 6)
    if (slot < 4) return slot
    const bits = (slot >> 1) - 1
    const base = (2 | (slot & 1)) << bits
    if (slot < 14) return base + reversed(FAR + base - slot, bits)
    return base + (direct(bits - 4) << 4) + reversed(ALIGN, 4)
  }

  let at = 0
  let state = 0
  let rep0 = 0
  let rep1 = 0
  let rep2 = 0
  let rep3 = 0
  while (at < size) {
    const position = at & positions
    if (!bit(IS_MATCH + (state << 4) + position)) {
      const before = at ? out[at - 1]! : 0
      const probs = LITERAL + 0x300 * (((at & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)))
      let symbol = 1
      if (state >= 7) {
        let match = out[at - rep0 - 1]!
        while (symbol < 0x100) {
          const matched = (match >> 7) & 1
          match <<= 1
          const next = bit(probs + ((1 + matched) << 8) + symbol)
          symbol = (symbol << 1) | next
          if (matched !== next) break
        }
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(probs + symbol)
      out[at++] = symbol
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6
      continue
    }
    let len: number
    if (bit(IS_REP + state)) {
      if (!bit(IS_REP_0 + state)) {
        if (!bit(IS_REP_0_LONG + (state << 4) + position)) {
          state = state < 7 ? 9 : 11
          if (rep0 >= at) throw new Error('packed wrongly')
          out[at] = out[at - rep0 - 1]!
          at++
          continue
        }
      } else {
        let chosen: number
        if (!bit(IS_REP_1 + state)) chosen = rep1
        else {
          if (!bit(IS_REP_2 + state)) chosen = rep2
          else {
            chosen = rep3
            rep3 = rep2
          }
          rep2 = rep1
        }
        rep1 = rep0
        rep0 = chosen
      }
      len = length(REP_LENGTH, position)
      state = state < 7 ? 8 : 11
    } else {
      rep3 = rep2
      rep2 = rep1
      rep1 = rep0
      len = length(LENGTH, position)
      state = state < 7 ? 7 : 10
      rep0 = distance(len)
    }
    len += 2
    if (rep0 < 0 || rep0 >= at || at + len > size) throw new Error('packed wrongly')
    for (let from = at - rep0 - 1; len > 0; len--) out[at++] = out[from++]!
  }
  if (coder[2]! > input.length + 5) throw new Error('a part is missing')
  return out
}

/** The files of a bundle: a header with names and sizes, then the contents. */
export function unbundle(whole: Uint8Array<ArrayBuffer>): Map<string, Uint8Array<ArrayBuffer>> {
  const size = new DataView(whole.buffer, whole.byteOffset).getUint32(0, true)
  const head = JSON.parse(new TextDecoder().decode(whole.subarray(4, 4 + size))) as Record<string, number>
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  let at = 4 + size
  for (const [name, length] of Object.entries(head)) {
    files.set(name, whole.subarray(at, at + length))
    at += length
  }
  return files
}
