/**
 * Every message between the page and the server: from_pages.py and to_pages.py of
 * src/sightline/table in TypeScript.
 *
 * The server leaves out fields that have their default value, so these are optional here; the
 * stage (stage.svelte.ts) fills them in for whatever it keeps.
 */

/** (row, column) on squares, axial (q, r) on hexes. */
export type Tile = [number, number]
/** (x, y) in tile units on squares, axial (q, r) on hexes. */
export type Point = [number, number]
/** A figure's id, or a tile. */
export type Place = string | Tile
export type Side = 'hero' | 'ally' | 'enemy' | 'neutral'
export type Carried = 'wall' | 'door' | 'gate'
export type DoorState = 'open' | 'closed' | 'locked' | 'secret'
/** Of a door or gate; a wall has none. */
export type State = '' | DoorState
export type Size = [number, number]

export const MAX_NAME = 60
export const MAX_WHY = 300
/** The most tiles in one stroke. */
export const MAX_BATCH = 4000
/** The most edges: as many would be allowed, but a message of that many would be too long. */
export const MAX_EDGES = 1500
/** The most bytes of an action, with some room for the message around it. */
export const MAX_BYTES = 60_000

// --- actions: what can be done, undone and redone ---------------------------------------------

export interface Move {
  t: 'move'
  figure: string
  to: Tile
  /** Where the mover saw it: if somebody moved it meanwhile, this move is refused. */
  start?: Tile
}
export interface SetDoor {
  t: 'door'
  state: DoorState
  edge?: [Tile, Tile]
  wall?: [Point, Point]
}
export interface Undo {
  t: 'undo'
}
export interface Redo {
  t: 'redo'
}
export interface Paint {
  t: 'paint'
  tiles: Tile[]
  solid: boolean
}
export interface SetEdges {
  t: 'edges'
  edges: [Tile, Tile][]
  /** null clears them. */
  carries: Carried | null
  state?: State
}
export interface AddWall {
  t: 'wall'
  ends: [Point, Point]
  carries?: Carried
  state?: State
}
export interface RemoveWall {
  t: 'unwall'
  ends: [Point, Point]
}
/** One stroke of the eraser, undone as one. */
export interface Erase {
  t: 'erase'
  tiles: Tile[]
  edges: [Tile, Tile][]
  walls: [Point, Point][]
}
export interface SetHeight {
  t: 'height'
  tiles: Tile[]
  cover?: number
  /** null makes it unknown. */
  elevation?: number | null
}
export interface PlaceFigure {
  t: 'place'
  at: Tile
  name: string
  /** "figure" or a kind of furniture. */
  kind?: string
  side?: Side
  size?: Size | null
  blocks?: boolean | null
  sighted?: boolean
  hidden?: boolean
  owners?: string[]
}
export interface EditFigure {
  t: 'edit'
  figure: string
  name?: string
  side?: Side
  size?: Size
  blocks?: boolean
  sighted?: boolean
  hidden?: boolean
  owners?: string[]
}
export interface RemoveFigure {
  t: 'remove'
  figure: string
}
export interface BringFigure {
  t: 'bring'
  figure: string
  at: Tile
}
export interface SetRule {
  t: 'rule'
  rule: Record<string, unknown>
}
export interface Decide {
  t: 'decide'
  a: Place
  b: Place
  visible: boolean
  why?: string
}
export interface TakeBack {
  t: 'take_back'
  ruling: number
}
export interface NewMap {
  t: 'new_map'
  name: string
  grid?: 'square' | 'hex'
  rows?: number
  cols?: number
}
export interface RenameMap {
  t: 'rename_map'
  map: string
  name: string
}
export interface DeleteMap {
  t: 'delete_map'
  map: string
}
export interface ShowMap {
  t: 'show_map'
  map: string | null
}
export interface SetOptions {
  t: 'options'
  shared_sight?: boolean
  players_move?: boolean
  players_doors?: boolean
  room_locked?: boolean
}
export interface Admit {
  t: 'admit'
  player: string
}
export interface Dismiss {
  t: 'dismiss'
  player: string
}
export interface NewLink {
  t: 'new_link'
  of: 'player' | 'join' | 'master'
  player?: string
}

export type PlayerAction = Move | SetDoor | Undo | Redo
export type Action =
  | PlayerAction
  | Paint
  | SetEdges
  | AddWall
  | RemoveWall
  | Erase
  | SetHeight
  | PlaceFigure
  | EditFigure
  | RemoveFigure
  | BringFigure
  | SetRule
  | Decide
  | TakeBack
  | NewMap
  | RenameMap
  | DeleteMap
  | ShowMap
  | SetOptions
  | Admit
  | Dismiss
  | NewLink

// --- questions: nothing changes ----------------------------------------------------------------

export interface AskSight {
  t: 'sight'
  a: Place
  b: Place
  all_lines?: boolean
  picture?: boolean
  /** Master: as if figure `a` stood there (while it is dragged). */
  at?: Tile
}
/** Master: what would every rule, with all its ties, say of this look? */
export interface AskEveryRule {
  t: 'every_rule'
  a: Place
  b: Place
}
export interface AskField {
  t: 'field'
  /** None: all players' figures. */
  figure?: string
  at?: Tile
}
export interface AskWho {
  t: 'who'
}
export interface AskChecklist {
  t: 'checklist'
  player: string
}
export interface AskRulings {
  t: 'rulings'
}
export type Question = AskSight | AskEveryRule | AskField | AskWho | AskChecklist | AskRulings

// --- what a page says --------------------------------------------------------------------------

export interface Hello {
  t: 'hello'
  secret: string
}
export interface Join {
  t: 'join'
  secret: string
  name: string
}
export interface Do {
  t: 'do'
  id: string
  action: Action
}
export interface Ask {
  t: 'ask'
  id: string
  question: Question
}
export interface LookAt {
  t: 'look_at'
  map: string
}
export interface Watch {
  t: 'watch'
  player: string | null
}
export interface Ping {
  t: 'ping'
}
export type FromPage = Hello | Join | Do | Ask | LookAt | Watch | Ping

// --- what the server says ----------------------------------------------------------------------

/** Known ground from that tile on, one letter a tile: `.` floor, `#` rock. */
export type Run = [number, number, string]
/** That many tiles from that one on. */
export type Span = [number, number, number]
/** Two neighbours, what stands between them ("" for nothing), and its state. */
export type Edge = [number, number, number, number, Carried | '', State]
/** Two ends, what it is, its state. */
export type WallPiece = [number, number, number, number, Carried | '', State]
/** A hex, its cover, its height. */
export type Height = [number, number, number, number | null]

export interface FigureData {
  id: string
  name: string
  at: Tile
  size?: Size
  side?: Side
  kind?: string
  furniture?: boolean
  blocks?: boolean
  /** Player: it is theirs to move. */
  mine?: boolean
  /** Player: furniture as last seen, out of sight now. */
  ghost?: boolean
  sighted?: boolean
  /** Master only. */
  hidden?: boolean
  /** Master only: the players' ids. */
  owners?: string[]
}
export interface Stage {
  t: 'stage'
  map: string
  grid: 'square' | 'hex'
  orientation?: 'pointy' | 'flat'
  /** Master only. */
  name?: string
  /** Master only: rows and columns of squares. */
  size?: Size | null
  rule?: string
  tiles?: Run[]
  /** What is seen now; left out: all of it. */
  lit?: Span[] | null
  edges?: Edge[]
  walls?: WallPiece[]
  heights?: Height[]
  figures?: FigureData[]
}
export interface Change {
  t: 'change'
  tiles?: Run[]
  lit?: Span[]
  unlit?: Span[]
  edges?: Edge[]
  /** What there is now between two ends; '' for nothing any more. */
  walls?: WallPiece[]
  heights?: Height[]
  figures?: FigureData[]
  gone?: string[]
  rule?: string
}
export interface NoStage {
  t: 'no_stage'
}
export interface Call {
  a: Place
  b: Place
  a_name: string
  b_name: string
  words: string
  asked_by?: string
  lapsed?: string
}
export interface MapInfo {
  id: string
  name: string
  grid: 'square' | 'hex'
  shown?: boolean
}
export interface PlayerInfo {
  id: string
  name: string
  secret: string
  waiting?: boolean
  pages?: number
  figures?: string[]
}
/** A player's figure on another map: it can be brought here. */
export interface Elsewhere {
  id: string
  name: string
  /** That map's name. */
  map: string
  side?: Side
}
export interface RuleKind {
  kind: string
  title: string
  ties: string[]
}
export interface Options {
  shared_sight?: boolean
  players_move?: boolean
  players_doors?: boolean
  room_locked?: boolean
}
/** As it is on this map's grid, unless it is placed otherwise. */
export interface FurnitureKind {
  kind: string
  size: Size
  blocks: boolean
}
export interface TableInfo {
  t: 'table'
  maps: MapInfo[]
  map: string
  players: PlayerInfo[]
  rule: Record<string, unknown>
  rules: RuleKind[]
  options: Options
  join_secret: string
  addresses: string[]
  furniture: FurnitureKind[]
  undo?: string
  redo?: string
  watching?: string
  elsewhere?: Elsewhere[]
}
export interface Calls {
  t: 'calls'
  calls: Call[]
}
export interface Log {
  t: 'log'
  who: string
  text: string
}
export interface Seat {
  t: 'seat'
  id: string
  name: string
  waiting?: boolean
  figures?: string[]
  may_move?: boolean
  may_open?: boolean
  shared_sight?: boolean
  undo?: boolean
  calls?: string[]
}
export type Role = 'master' | 'player'
export interface Welcome {
  t: 'welcome'
  role: Role
  secret?: string
}
export interface Done {
  t: 'done'
  id: string
  made?: string
}
export interface Refused {
  t: 'refused'
  id: string
  why: string
}
export interface SightLine {
  start: Point
  end: Point
  contact: string
}
export interface Obstacle {
  words: string
  tile?: Tile | null
  edge?: [Tile, Tile] | null
  wall?: [Point, Point] | null
  at?: Point | null
}
export type Verdict = 'visible' | 'hidden' | 'ambiguous'
export interface SightAnswer {
  t: 'sight'
  /** By the rule alone. */
  verdict: Verdict
  /** What counts, after rulings. */
  visible: boolean
  words: string
  rule: string
  ruled?: string
  line?: Point[]
  split?: Point | null
  obstacles?: Obstacle[]
  lines?: SightLine[]
  steps?: string[]
  picture?: string
}
export interface RuleVerdict {
  kind: string
  ties: string
  verdict: Verdict
  in_force?: boolean
}
/** By the rules alone: rulings are left out. */
export interface EveryRuleAnswer {
  t: 'every_rule'
  rows: RuleVerdict[]
}
export interface FieldAnswer {
  t: 'field'
  lit: Span[]
}
export interface WhoAnswer {
  t: 'who'
  figures: string[]
  sees: number[][]
  open: number[][]
}
export interface Check {
  ok: boolean
  words: string
}
export interface ChecklistAnswer {
  t: 'checklist'
  checks: Check[]
}
export interface RulingInfo {
  number: number
  words: string
  status: string
  because?: string
}
export interface RulingsAnswer {
  t: 'rulings'
  rulings: RulingInfo[]
}
export type AnswerBody =
  | SightAnswer
  | EveryRuleAnswer
  | FieldAnswer
  | WhoAnswer
  | ChecklistAnswer
  | RulingsAnswer
/** The answer that belongs to a question. */
export type AnswerTo<Q extends Question> = Extract<AnswerBody, { t: Q['t'] }>
export interface Answer {
  t: 'answer'
  id: string
  answer: AnswerBody
}
export interface Pong {
  t: 'pong'
}
export interface Bye {
  t: 'bye'
  why: string
  again?: boolean
}
export type FromServer =
  | Welcome
  | Stage
  | Change
  | NoStage
  | TableInfo
  | Seat
  | Calls
  | Log
  | Done
  | Refused
  | Answer
  | Pong
  | Bye
