/** Map files, pictures and whole tables: what goes over plain HTTP beside the socket. */
import { RefusedError } from './errors'

/** How a file was read, in sentences. */
export interface MapReport {
  format: string
  read: string[]
  changed: string[]
  guessed: string[]
  lost: string[]
  choices: Choices
}
/** What else could be asked of a file, and what was taken. */
export interface Choices {
  levels: string[]
  level: string
  /** What can be named as blocking sight. */
  blocking: string[]
  chosen: string[]
  /** Are there walls that could be put onto the grid? */
  snap: boolean
}
/** How a file shall be read; what is left out is guessed. */
export interface Reading {
  level?: string
  blocking?: readonly string[]
  snap?: boolean
}
export interface UploadReport {
  /** The new maps (a file may hold several), each with its id. */
  maps: { map: string; name: string; report: MapReport }[]
}
/** What can be saved as a file. */
export type Export = 'picture.svg' | 'picture.png' | 'map.json' | 'table.json'

/** Master: give the table a map file. Throws a RefusedError that says why it cannot be read. */
export async function uploadMap(secret: string, file: File, how: Reading): Promise<UploadReport> {
  const url = new URL('maps', location.href)
  url.searchParams.set('name', file.name)
  if (how.level) url.searchParams.set('level', how.level)
  for (const name of how.blocking ?? []) url.searchParams.append('blocking', name)
  if (how.snap) url.searchParams.set('snap', '1')
  const response = await request(secret, url, { method: 'POST', body: file })
  return (await response.json()) as UploadReport
}

/** A picture, the map or the whole table. Players get a picture of what they know. */
export async function downloadFile(
  secret: string,
  what: Export,
  map: string | undefined,
): Promise<{ name: string; content: Blob }> {
  const url = new URL(`export/${what}`, location.href)
  if (map !== undefined) url.searchParams.set('map', map)
  const response = await request(secret, url, {})
  const name = fileName(response.headers.get('content-disposition')) ?? what
  return { name, content: await response.blob() }
}

async function request(secret: string, url: URL, options: RequestInit): Promise<Response> {
  url.hash = ''
  const headers = { authorization: `Bearer ${secret}` }
  const response = await fetch(url, { ...options, headers })
  if (!response.ok) {
    const body = (await response.json().catch(() => null)) as { error?: string } | null
    throw new RefusedError(body?.error ?? 'The table does not give that away.')
  }
  return response
}

/** The name that the server gives to a file, as in `filename*=UTF-8''crypt.svg`. */
function fileName(disposition: string | null): string | null {
  const found = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1]
  return found ? decodeURIComponent(found) : null
}
