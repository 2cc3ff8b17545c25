import { dungeon } from './dungeon'
import { names } from './names'
import { quest } from './quest'
import { rules } from './rules'
import { sight } from './sight'
import { skirmish } from './skirmish'
import { table } from './table'

export const said: Readonly<Record<string, string>> = { ...dungeon, ...names, ...quest, ...rules, ...sight, ...skirmish, ...table }
