/** Names that the page gives to parts of its messages; the messages themselves are generated. */
import type {
  AnswerTo,
  NewMap,
  Question,
  SetDoor,
  SetOptions,
  VerdictName,
  Welcome,
  WirePoint,
  WireTile,
} from './messages.gen'

/** (row, column) on squares, axial (q, r) on hexes. */
export type Tile = WireTile
/** (x, y) in tile units on squares, axial (q, r) on hexes. */
export type Point = WirePoint
export type Grid = NonNullable<NewMap['grid']>
export type Orientation = 'pointy' | 'flat'
/** Rows and columns; on hexes the first is a radius. */
export type Size = [number, number]
/** What a door or gate can be set to. */
export type DoorSetting = SetDoor['state']
export type Role = Welcome['role']
export type Verdict = VerdictName
export type OptionName = keyof Omit<SetOptions, 't' | 'health_shown'>
/** The answer that belongs to a question. */
export type AnswerFor<Q extends Question> = Extract<AnswerTo, { t: Q['t'] }>
