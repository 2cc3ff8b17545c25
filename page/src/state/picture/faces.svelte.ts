import { SvelteMap } from 'svelte/reactivity'
import type { FacePack } from '../../protocol/messages.gen'
import { session } from '../session.svelte'

/** The maximum size of a drawn face, in pixels. */
const SIZE = 192
/** The number of faces per request. */
const PACK = 20
/** Milliseconds before a face is requested again: its figure was out of sight, or the connection was lost. */
const AGAIN = 10_000

/** The pictures of figures on this map, requested when first drawn, and cut to a circle. */
class Faces {
  readonly #urls = new SvelteMap<string, string>()
  /** When each was requested. */
  readonly #asked = new Map<string, number>()
  #queue: string[] = []

  constructor() {
    session.onFaces = (head, pictures) => void this.#take(head, pictures)
  }

  /** Its object URL, or '' if it is not loaded or does not exist. */
  url(face: string): string {
    if (!face) return ''
    const url = this.#urls.get(face)
    if (url === undefined && Date.now() - (this.#asked.get(face) ?? 0) > AGAIN) this.#ask(face)
    return url ?? ''
  }

  #ask(face: string): void {
    this.#asked.set(face, Date.now())
    this.#queue.push(face)
    if (this.#queue.length === 1) setTimeout(() => this.#send(), 0)
  }

  #send(): void {
    const faces = this.#queue.splice(0, PACK)
    if (faces.length && !session.want({ t: 'want_faces', faces })) {
      // Not connected: the next drawing asks again.
      for (const face of faces) this.#asked.delete(face)
    }
    if (this.#queue.length) setTimeout(() => this.#send(), 0)
  }

  async #take(head: FacePack, pictures: Uint8Array<ArrayBuffer>): Promise<void> {
    let at = 0
    // In parallel, because a busy browser is slow for each.
    const drawn = (head.faces ?? []).map(async ([face, length]) => {
      const bytes = pictures.subarray(at, (at += length))
      const url = await rounded(bytes).catch(() => null)
      if (url) this.#urls.set(face, url)
    })
    await Promise.all(drawn)
  }
}

/** Cut the picture to a circle once, because a clip path per figure would make moving slow. */
async function rounded(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/webp' }))
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const context = canvas.getContext('2d')
  if (!context) return null
  context.arc(SIZE / 2, SIZE / 2, SIZE / 2, 0, 2 * Math.PI)
  context.clip()
  context.drawImage(picture, 0, 0, SIZE, SIZE)
  picture.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done))
  return blob && URL.createObjectURL(blob)
}

export const faces = new Faces()
