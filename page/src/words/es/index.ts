import type { Foreign } from '../catalog'
import { common } from './common'
import { games } from './games'
import { map } from './map'
import { maps } from './maps'
import { players } from './players'
import { actions, refusals } from '../server/es'
import { sight } from './sight'
import { table } from './table'
import { terms } from './terms'
import { tokens } from './tokens'
import { turns } from './turns'

export const spanish: Foreign = { actions, common, games, map, maps, players, refusals, sight, table, terms, tokens, turns }
