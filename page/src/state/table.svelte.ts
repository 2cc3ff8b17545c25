import type { CallInfo, Calls, Change, Lighting, Log, NoStage, Seat, Stage, TableInfo } from '../protocol/messages.gen'
import { StageModel } from './stage.svelte'

/** Messages that say how the table is now. */
export type TableMessage = Stage | Change | NoStage | TableInfo | Seat | Calls | Lighting | Log
export interface LogLine {
  who: string
  text: string
  at: Date
}

const LOG_LINES = 200

/** The table as the server last described it: the map, and everything beside it. */
class Table {
  stage = $state.raw<StageModel | null>(null)
  /** Master: the maps, the players, the rule. */
  info = $state.raw<TableInfo | null>(null)
  /** Player: their own seat. */
  seat = $state.raw<Seat | null>(null)
  /** Master: the light of the map that the page looks at; null: daylight, and no lamps. */
  lighting = $state.raw<Lighting | null>(null)
  calls = $state.raw<readonly CallInfo[]>([])
  log = $state.raw<readonly LogLine[]>([])
  /** Grows with every message that may change an answer: asked questions are asked again. */
  revision = $state(0)

  update(message: TableMessage): void {
    switch (message.t) {
      case 'stage':
        this.stage = new StageModel(message)
        break
      case 'change':
        this.stage?.apply(message)
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
        this.#write(message)
        return
    }
    this.revision++
  }

  #write({ who, text }: Log): void {
    this.log = [...this.log.slice(1 - LOG_LINES), { who, text, at: new Date() }]
  }
}

export const table = new Table()
