import { common } from './common'
import { games } from './games'
import { map } from './map'
import { maps } from './maps'
import { players } from './players'
import { sight } from './sight'
import { table } from './table'
import { terms } from './terms'
import { tokens } from './tokens'
import { turns } from './turns'

/** The texts of the table, by area. Those of a game and of the playground are loaded when they are needed. */
export const english = { common, games, map, maps, players, sight, table, terms, tokens, turns } as const
