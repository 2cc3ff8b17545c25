/** Map files, pictures and whole tables, sent over HTTP instead of the socket. */
import { RefusedError } from './errors'
import type { AskReplay, GridFrom, ReplayAnswer } from './messages.gen'
import { received } from '../words/said'
import { type Reason, refusal, t } from '../words/words.svelte'

/** A report on how a file was read. */
export interface MapReport {
  format: string
  read: string[]
  changed: string[]
  guessed: string[]
  lost: string[]
  choices: Choices
}
/** The options for reading a file, and the chosen ones. */
export interface Choices {
  levels: string[]
  level: string
  together: boolean
  /** Names that can be selected as blocking sight. */
  blocking: string[]
  chosen: string[]
  /** Whether there are walls that could be snapped to the grid. */
  snap: boolean
  /** The grid placed over a picture, as typed. */
  grid: string
}
/** Options for reading a file; omitted ones are guessed. */
export interface Reading {
  level?: string
  blocking?: readonly string[]
  snap?: boolean
  /** The grid over a picture: 30x40 tiles, 70 pixels per tile, or 70+12+8 with an offset. */
  grid?: string
}
export interface UploadReport {
  /** The new maps (a file may hold several), each with its id. */
  maps: { map: string; name: string; report: MapReport }[]
}
/** The kinds of exported files. */
export type Export = 'picture.svg' | 'picture.png' | 'map.json' | 'table.json'

/** Game master: upload a map file. Throws a RefusedError with the reason if it cannot be read. */
export async function uploadMap(secret: string, file: File, how: Reading): Promise<UploadReport> {
  const url = new URL('maps', location.href)
  url.searchParams.set('name', file.name)
  if (how.level) url.searchParams.set('level', how.level)
  for (const name of how.blocking ?? []) url.searchParams.append('blocking', name)
  if (how.snap) url.searchParams.set('snap', '1')
  if (how.grid) url.searchParams.set('grid', how.grid)
  const response = await request(secret, url, { method: 'POST', body: file })
  return received<UploadReport>(await response.text())
}

/** The picture under a map, and the rectangle that it covers, in tiles. */
export interface MapPicture {
  content: Blob
  left: number
  top: number
  width: number
  height: number
}

/** The exact position of tiles on a picture, in its pixels: the origin of the board, and a tile's size. */
export interface PictureGrid {
  from: GridFrom
  origin: [string, string]
  step: [string, string]
}

/** An uploaded picture: its id, and the information in its name. */
export interface SentPicture {
  upload: string
  pixels: [number, number]
  grid: PictureGrid | null
}

/** Upload a picture for a map or a figure. Throws a RefusedError with the reason. */
export async function sendPicture(secret: string, content: Blob, name: string, face: boolean): Promise<SentPicture> {
  const url = new URL('pictures', location.href)
  url.searchParams.set('name', name)
  if (face) url.searchParams.set('for', 'face')
  const response = await request(secret, url, { method: 'POST', body: content })
  return (await response.json()) as SentPicture
}

/** Game master: detect the grid of an uploaded picture, or of a map's picture. */
export async function findGrid(
  secret: string,
  of: { upload: string } | { map: string; players: boolean },
): Promise<{ found: 'sure' | 'perhaps' | 'no'; grid: PictureGrid | null }> {
  const url = new URL('grid', location.href)
  if ('upload' in of) url.searchParams.set('upload', of.upload)
  else {
    url.searchParams.set('map', of.map)
    if (of.players) url.searchParams.set('for', 'players')
  }
  const response = await request(secret, url, { method: 'POST' })
  return (await response.json()) as { found: 'sure' | 'perhaps' | 'no'; grid: PictureGrid | null }
}

/** Master: the picture under a map, or the players' own; null if there is none. */
export async function mapPicture(secret: string, map: string, players = false): Promise<MapPicture | null> {
  const url = new URL('picture', location.href)
  url.searchParams.set('map', map)
  if (players) url.searchParams.set('for', 'players')
  const response = await request(secret, url, {})
  if (response.status === 204) return null
  const [left = 0, top = 0, width = 0, height = 0] = (response.headers.get('x-sightline-place') ?? '')
    .split(' ')
    .map(Number)
  return { content: await response.blob(), left, top, width, height }
}

/** Download a picture, the map or the whole table. A player's picture shows what they know. */
export async function downloadFile(
  secret: string,
  what: Export,
  map: string | undefined,
): Promise<{ name: string; content: Blob; note: string }> {
  const url = new URL(`export/${what}`, location.href)
  if (map !== undefined) url.searchParams.set('map', map)
  const response = await request(secret, url, {})
  const name = fileName(response.headers.get('content-disposition')) ?? what
  const note = received<string>(decodeURIComponent(response.headers.get('x-sightline-note') ?? '""'))
  return { name, content: await response.blob(), note }
}

/** A link to the playground with the map as this user knows it, and the current line of sight. */
export async function positionLink(secret: string, map: string, from: string, to: string): Promise<string> {
  const url = new URL('export/link.txt', location.href)
  for (const [name, value] of Object.entries({ map, from, to })) if (value) url.searchParams.set(name, value)
  return (await request(secret, url, {})).text()
}

/** A moment of a finished game. Its link is enough, without a seat. */
export async function replayMoment(question: AskReplay): Promise<ReplayAnswer> {
  const response = await request('', new URL('replay', location.href), { method: 'POST', body: JSON.stringify(question) })
  return received<ReplayAnswer>(await response.text())
}

/** Exchange an unused ticket for the game master's secret. */
export async function redeem(ticket: string): Promise<string | null> {
  try {
    const response = await request(ticket, new URL('open', location.href), { method: 'POST' })
    return ((await response.json()) as { secret: string }).secret
  } catch {
    return null
  }
}

async function request(secret: string, url: URL, options: RequestInit): Promise<Response> {
  url.hash = ''
  const headers = secret ? { authorization: `Bearer ${secret}` } : undefined
  const response = await fetch(url, { ...options, headers })
  if (!response.ok) {
    const body = await response.text().then(received<Reason & { error?: string }>).catch(() => null)
    throw new RefusedError(body?.error ? refusal({ ...body, why: body.error }) : t('table.fileRefused'))
  }
  return response
}

/** The server's name for a file, as in `filename*=UTF-8''crypt.svg`. */
function fileName(disposition: string | null): string | null {
  const found = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1]
  return found ? decodeURIComponent(found) : null
}
