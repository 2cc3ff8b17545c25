/**
 * The engine's worker: it loads Python in WebAssembly, our package and its kernels, and answers
 * calls. Everything is loaded from the page's folder. Unpacked files are cached in the browser, so
 * that the next visit neither loads nor unpacks them.
 */
import { unbundle, unlzma } from '../links/lzma'
import type { Bundle, EngineFiles, FromWorker, ToWorker } from './worker-messages'

interface Python {
  FS: {
    mkdirTree(path: string): void
    writeFile(path: string, data: Uint8Array): void
  }
  runPython(code: string): unknown
}
type Handler = (...words: string[]) => string
type Files = Map<string, Uint8Array<ArrayBuffer>>

const PREFIX = 'sightline-engine-'
let handle: Handler | null = null
let call: Handler | null = null

function tell(message: FromWorker): void {
  postMessage(message)
}

addEventListener('message', (event: MessageEvent<ToWorker>) => {
  const message = event.data
  if (message.kind === 'start') void start(message.files, message.base)
  else if (message.kind === 'say') tell({ kind: 'heard', text: handle?.(message.text) ?? '[]' })
  else tell({ kind: 'result', id: message.id, text: call?.(message.name, message.argument) ?? '{}' })
})

async function start(files: EngineFiles, base: string): Promise<void> {
  try {
    const began = performance.now()
    const all: Files = new Map()
    for (const bundle of bundles(files)) {
      for (const [name, data] of await parts(bundle, files, base)) all.set(name, data)
    }
    const loaded = performance.now()
    const python = await boot(all)
    tell({
      kind: 'ready',
      compiled: python.runPython('sightline.compiled()') === true,
      milliseconds: { load: Math.round(loaded - began), start: Math.round(performance.now() - loaded) },
    })
  } catch (error) {
    tell({ kind: 'failed', words: error instanceof Error ? error.message : String(error) })
  }
}

function bundles({ runtime, engine, readers }: EngineFiles): Bundle[] {
  return readers ? [runtime, engine, readers] : [runtime, engine]
}

/** The files of a bundle, from the cache or loaded and unpacked now. */
async function parts(bundle: Bundle, files: EngineFiles, base: string): Promise<Files> {
  // Browsers cache only in secure contexts (https, or this machine).
  const cache = await globalThis.caches?.open(PREFIX + bundle.file).catch(() => undefined)
  const kept = await cache?.match('whole').catch(() => undefined)
  if (kept) {
    report(files, bundle, bundle.bytes)
    return unbundle(new Uint8Array(await kept.arrayBuffer()))
  }
  const packed = await download(new URL(bundle.file, base).href, bundle, files)
  const whole = unlzma(packed, bundle.unpacked)
  if (cache) {
    await forgetOthers(files)
    // With a full disk or in a private window, they are loaded again next time.
    await cache.put('whole', new Response(whole)).catch(() => undefined)
  }
  return unbundle(whole)
}

async function download(url: string, bundle: Bundle, files: EngineFiles): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok || !response.body) throw new Error(`${bundle.file} cannot be loaded: ${response.status}`)
  const packed = new Uint8Array(bundle.bytes)
  const reader = response.body.getReader()
  let at = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (at + value.length > packed.length) throw new Error(`${bundle.file} is not the file that was meant`)
    packed.set(value, at)
    at += value.length
    report(files, bundle, at)
  }
  if (at < packed.length) throw new Error(`${bundle.file} broke off half way`)
  return packed
}

const loaded = new Map<string, number>()
function report(files: EngineFiles, bundle: Bundle, bytes: number): void {
  loaded.set(bundle.file, bytes)
  const done = [...loaded.values()].reduce((sum, each) => sum + each, 0)
  tell({ kind: 'progress', done, all: bundles(files).reduce((sum, { bytes }) => sum + bytes, 0) })
}

async function forgetOthers(files: EngineFiles): Promise<void> {
  const current = bundles(files).map(({ file }) => PREFIX + file)
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && !current.includes(name)) await caches.delete(name)
  }
}

/** Start Python from files that are already loaded. */
async function boot(files: Files): Promise<Python> {
  const file = (name: string): Uint8Array<ArrayBuffer> => {
    const found = files.get(name)
    if (!found) throw new Error(`${name} is not in the engine`)
    return found
  }
  const fetched = self.fetch.bind(self)
  self.fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const name = String(input instanceof Request ? input.url : input).split('/').pop() ?? ''
    if (!files.has(name)) return fetched(input, init)
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
    return new Response(file(name), { headers: { 'content-type': type } })
  }
  const script = async (name: string): Promise<Record<string, unknown>> => {
    const url = URL.createObjectURL(new Blob([file(name)], { type: 'text/javascript' }))
    try {
      return (await import(/* @vite-ignore */ url)) as Record<string, unknown>
    } finally {
      URL.revokeObjectURL(url)
    }
  }
  const { loadPyodide } = (await script('pyodide.mjs')) as { loadPyodide(how: object): Promise<Python> }
  const { default: createPyodideModule } = await script('pyodide.asm.mjs')
  const python = await loadPyodide({
    indexURL: new URL('.', self.location.href).href,
    createPyodideModule,
    lockFileContents: JSON.parse(new TextDecoder().decode(file('pyodide-lock.json'))) as object,
  })
  const folders = new Set<string>()
  for (const [name, data] of files) {
    if (!name.startsWith('site/')) continue
    const path = `/lib/python3.14/site-packages/${name.slice('site/'.length)}`
    const folder = path.slice(0, path.lastIndexOf('/'))
    if (!folders.has(folder)) python.FS.mkdirTree(folder)
    folders.add(folder)
    python.FS.writeFile(path, data)
  }
  python.runPython('import sightline; from sightline.playground import Playground; play = Playground()')
  handle = python.runPython('play.handle') as Handler
  call = python.runPython('play.call') as Handler
  return python
}
