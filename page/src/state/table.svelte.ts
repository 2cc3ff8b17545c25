import type { CallInfo, Calls, Change, MapLighting, Log, NoStage, Seat, Stage, TableInfo } from '../protocol/messages.gen'
import { StageModel } from './stage.svelte'

/** Messages with the current state of the table. */
export type TableMessage = Stage | Change | NoStage | TableInfo | Seat | Calls | MapLighting | Log
export interface LogLine {
  who: string
  text: string
  at: Date
}

const LOG_LINES = 200

/** The table as last described by the server: the map, and everything else. */
class Table {
  stage = $state.raw<StageModel | null>(null)
  /** Game master: the maps, the players, the rule. */
  info = $state.raw<TableInfo | null>(null)
  /** Player: their own seat. */
  seat = $state.raw<Seat | null>(null)
  /** Game master: the light of the map on the page; null: daylight without lamps. */
  lighting = $state.raw<MapLighting | null>(null)
  calls = $state.raw<readonly CallInfo[]>([])
  log = $state.raw<readonly LogLine[]>([])
  /** Player: what they just saw happen, for a screen reader. */
  spoken = $state('')
  /** Incremented by every message that may change an answer, so that questions are asked again. */
  revision = $state(0)

  #lastLines = new Map<string, string>()

  update(message: TableMessage): void {
    switch (message.t) {
      case 'stage':
        this.stage = new StageModel(message)
        if (message.lit) this.#recall(message.map, message.log ?? [])
        break
      case 'change':
        this.stage?.apply(message)
        this.#hear(message.log ?? [])
        break
      case 'no_stage':
        this.stage = null
        break
      case 'table':
        this.info = message
        break
      case 'seat':
        this.seat = message
        break
      case 'calls':
        this.calls = message.calls
        break
      case 'lighting':
        this.lighting = message
        break
      case 'log':
        this.write(message.who, message.text)
        return
    }
    this.revision++
  }

  /** Player: their log of a map. After a reconnect, some of its lines are already here. */
  #recall(map: string, lines: readonly string[]): void {
    const last = this.#lastLines.get(map)
    this.#keep(map, lines.slice(last === undefined ? 0 : lines.lastIndexOf(last) + 1))
  }

  #hear(lines: readonly string[]): void {
    if (!lines.length) return
    this.#keep(this.stage?.map ?? '', lines)
    this.spoken = lines.join(' ')
  }

  #keep(map: string, lines: readonly string[]): void {
    for (const line of lines) this.write('', line)
    const last = lines.at(-1)
    if (last !== undefined) this.#lastLines.set(map, last)
  }

  write(who: string, text: string): void {
    this.log = [...this.log.slice(1 - LOG_LINES), { who, text, at: new Date() }]
  }
}

export const table = new Table()
