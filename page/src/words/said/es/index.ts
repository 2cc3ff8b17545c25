import { counts } from './counts'
import { dungeon } from './dungeon'
import { errors } from './errors'
import { names } from './names'
import { quest } from './quest'
import { reports } from './reports'
import { rules } from './rules'
import { sight } from './sight'
import { skirmish } from './skirmish'
import { table } from './table'

export const said: Readonly<Record<string, string>> = { ...counts, ...dungeon, ...errors, ...names, ...quest, ...reports, ...rules, ...sight, ...skirmish, ...table }
