/**
 * Every message between the page and the server.
 *
 * Made by `python page/make_messages.py` out of the structs of sightline.table.protocol:
 * change those, and run it again. What is left out of a message is empty, false, 0 or unset, unless
 * its comment says otherwise.
 */

// --- types -------------------------------------------------------------------------------------
/**
 * The small types of message fields: tiles, points, names, and their limits.
 *
 * Positions are pairs: (row, column) on squares, axial (q, r) on hexes. Points are (x, y) in tile
 * units on squares, axial (q, r) on hexes. Runs and spans follow the order of `board.tiles()`: along
 * the columns of a row on squares, and along q at one r on hexes. So the run (2, 5, "..#") covers the
 * squares (2, 5), (2, 6), (2, 7), or the hexes (2, 5), (3, 5), (4, 5).
 */

export const MAX_NAME = 60

export const MAX_WHY = 300

/** The maximum number of spans in one stroke of a fog tool. */
export const MAX_SPANS = 2000

export const MAX_NOTE = 2000

/** The maximum number of tiles or edges in one stroke. */
export const MAX_BATCH = 4000

/** -10000 to 10000. */
export type Coordinate = number

export type WireTile = [Coordinate, Coordinate]

/** -10000 to 10000. */
export type Decimal = number

export type WirePoint = [Decimal, Decimal]

/** 1 to MAX_NAME long. */
export type Name = string

/** 1 to 40 long. */
export type Id = string

/** 16 to 100 long. */
export type Secret = string

/** At most MAX_NAME long. */
export type Words = string

/** At most MAX_WHY long. */
export type Reason = string

/**
 * A figure's id, or a tile.
 *
 * (msgspec 0.22 crashes on a union of a length-limited string and a tuple. The limit on messages takes
 * its place.)
 */
export type FigureOrTile = string | WireTile

export type Side = 'hero' | 'ally' | 'enemy' | 'neutral'

/** At most 40 long. */
export type Team = string

/** 1 to 40 long. */
export type TerrainKind = string

export type ThresholdKind = 'wall' | 'door' | 'gate'

/**
 * The things that a barrier stops: "" everything, "window" movement and effects, "curtain" sight
 * and light, "bars" movement.
 */
export type StopSet = '' | 'window' | 'curtain' | 'bars'

/** The state of a door or gate. Walls have none, and a gate is never secret. */
export type DoorState = '' | 'open' | 'closed' | 'locked' | 'secret'

/** A radius in tiles. 0 to 1000. */
export type WireRadius = number

/** An exact height in tiles: "6", "7/2"; "" for none. At most 90 long. */
export type ExactHeight = string

/** A height in tiles. -1000 to 1000. */
export type WireElevation = number

/** A color such as "#ffcc88"; "" for plain light. At most 7 long. */
export type LampColor = string

export type FacingWord =
  | ''
  | 'north'
  | 'north-east'
  | 'east'
  | 'south-east'
  | 'south'
  | 'south-west'
  | 'west'
  | 'north-west'

export type DarknessWord = 'daylight' | 'dim' | 'dark'

/** The maximum number of tiles of a picture in one request. */
export const MAX_WANTED = 256

/** The width of a tile's picture in pixels. */
export type Tier = 32 | 64 | 128

/** An exact number of pixels: "70", "69.5", "2048/29". At most 16 long. */
export type PixelNumber = string

/**
 * The source of a picture's grid: the map's file, the picture's name, detected lines, entered
 * numbers, or placed by hand.
 */
export type GridFrom = 'file' | 'name' | 'found' | 'given' | 'hand'

/** The id of a floor; "" for the ground. At most 40 long. */
export type Storey = string

/** One end of stairs: a tile of a storey. */
export interface StairsEnd {
  storey: Storey
  at: WireTile
}

/** The lamp that a figure carries. Both radii are measured from the figure. */
export interface WireLamp {
  bright: WireRadius
  dim: WireRadius
  color?: LampColor
  /** Whether it is on. True if omitted. Left out: true. */
  on?: boolean
  /** Whether it shines while its figure is hidden. */
  when_hidden?: boolean
}

/** A saved roll of a figure: "Longsword", "d20+5". */
export interface SavedRoll {
  name: Name
  dice: Words
}

/**
 * A run of known ground: its first tile, and one letter per tile, `.` for floor and `#` for
 * rock.
 */
export type Run = [number, number, string]

/** A run of tiles: its first tile, and the number of tiles. */
export type Span = [number, number, number]

/**
 * An edge: its two tiles, the barrier on it (wall, door, gate; "" for none), and the barrier's
 * state.
 *
 * For the game master, the barrier includes its properties: "wall+limited", "door+forth",
 * "gate+limited+back". "forth" blocks sight from the first tile to the second. A bottom or a top is
 * appended: "wall@0_1/2", "gate@2_".
 */
export type WireEdge = [number, number, number, number, string, string]

/**
 * A piece of a free wall: its two ends, the kind, and the state.
 *
 * Players get only the pieces in tiles that they know, without properties. "forth" blocks sight from
 * left to right, as seen from the first end toward the second.
 */
export type WallPiece = [number, number, number, number, string, string]

/** A span as a page sends it. */
export type WireSpan = [Coordinate, Coordinate, number]

/** A hex with its cover and its height. */
export type Height = [number, number, number, number | null]

/** A span with its terrain: "low", "smoke", "light-woods" or another word; "" for none. */
export type TerrainSpan = [number, number, number, string]

/** A span with its brightness: 0 dark, 1 dim, 2 bright. */
export type LevelSpan = [number, number, number, number]

/**
 * The maximum number of characters of a saved game or a custom quest. A save with 600 actions
 * has 33,000.
 */
export const MAX_SAVE = 120000

/** At most MAX_SAVE long. */
export type SaveText = string

/** At most 40 long. */
export type GameWord = string

// --- measures ----------------------------------------------------------------------------------
/** Measurements on a map: distances, templates, and shared rulers. */

/** The longest reach of a template, in steps of the map's metric. */
export const MAX_REACH = 100

/** The maximum number of waypoints of a ruler. */
export const MAX_POINTS = 40

export type MetricWord = 'steps' | '5-10-5' | 'straight' | '2-3'

export type AreaKind = 'circle' | 'cone' | 'line' | 'ruler'

export type CornerWord = '' | 'north-west' | 'north-east' | 'south-east' | 'south-west'

/** A circle, a cone or a line, or the waypoints of a ruler. */
export interface AreaShape {
  t: 'shape'
  kind: AreaKind
  /** The origin of the area. A template that starts at a figure moves with it. */
  at: FigureOrTile
  /** The radius of a circle, or the length of a cone or line, in steps of the map's metric. 0 to MAX_REACH. */
  reach?: number
  /**
   * The corner of the tile that is the center of a circle on squares; "" for the tile's
   * center.
   */
  corner?: CornerWord
  /** The tile that a cone or line points to. It may be outside the map. */
  toward?: WireTile | null
  /**
   * The angle of a cone: 90 or 53 (as wide as it is long) on squares, 60 or 120 on hexes; 0 means
   * the first of these.
   */
  angle?: 0 | 53 | 60 | 90 | 120
  /** The tiles that are inside: those with their center inside, or with any part inside. Left out: 'center'. */
  count?: 'center' | 'any'
  /** Whether only tiles that the origin sees are inside. Left out: true. */
  walls?: boolean
  /** The waypoints of a ruler after `at`. At most MAX_POINTS long. */
  points?: WireTile[]
  /** The floor of `at`, if that is a tile. A template covers tiles of its origin's storey. */
  storey?: Storey
  /** The floors of a ruler's waypoints, or an empty list if all are on the ground. At most MAX_POINTS long. */
  storeys?: Storey[]
}

/** The metric for distances on a map, and the size of a tile in the game world. */
export interface MapMeasure {
  /** Left out: 'steps'. */
  metric?: MetricWord
  /** The size of a tile, such as "5 ft"; "" counts tiles. */
  unit?: string
}

/** A figure with at least one tile inside an area. */
export interface AreaHit {
  figure: string
  /** Whether any part of it is in sight of the area's origin. Left out: true. */
  in_sight?: boolean
  /** Its cover from the origin, for rules of games with cover. */
  cover?: string
  /** The effect of that cover. */
  effect?: string
}

/** A template or ruler on the map, as far as the user knows the map. */
export interface AreaView {
  id: string
  kind: AreaKind
  mine?: boolean
  /** Left out: true. */
  shared?: boolean
  /** Game master only: the player's id; "" for the game master's own. */
  owner?: string
  reach?: number
  tiles?: Span[]
  /** The point where it starts; None if the user does not know that tile. */
  origin?: [number, number]
  /** The waypoints of a ruler, up to the last tile that the user knows. */
  points?: [number, number][]
  /** The floor on which a template lies; "" for the ground. */
  storey?: string
  /** The floors of a ruler's waypoints, or an empty list if all are on the ground. */
  storeys?: string[]
  hits?: AreaHit[]
}

// --- sight_proofs ------------------------------------------------------------------------------
/** A line of sight for drawing over the board of a game. */

/** A line of sight, or the best blocked line, for drawing over a game's board. */
export interface SightProof {
  visible: boolean
  words: string
  /** The two ends of the line. */
  line?: [number, number][]
  /** The point where it is first blocked. */
  split?: [number, number]
  /** The tiles that block the line. */
  tiles?: [number, number][]
}

// --- games.endings -----------------------------------------------------------------------------
/** The end of a game and what decided it, for all games. */

/** The decisive events of a game that is over. */
export interface EndingInfo {
  /** The last event before the end, as a sentence. */
  decided?: string
  /** The largest loss or gain of the game, as a sentence. */
  turning?: string
  /** The turn or round in which it happened. */
  turning_at?: number
  turns?: number
  /** The damage dealt by the players. */
  dealt?: number
  taken?: number
  /**
   * Values over the turns: health, the party's body points, or the points of red and of
   * blue.
   */
  curves?: number[][]
  /** The positions on the curve where a level was cleared. */
  marks?: number[]
  /** The side and kind of everyone who was defeated, in order. */
  fallen?: [string, string][]
  /** The points of each side: for flags, and for defeated units. */
  scores?: [number, number][]
}

// --- games.one_card_dungeon --------------------------------------------------------------------
/** One Card Dungeon at the table: its setup and its view. */

/** The class and the first level, or a saved game from the table or the terminal. */
export interface OneCardDungeonSetup {
  t: 'one-card-dungeon'
  /** Left out: 'paladin'. */
  hero?: GameWord
  /** 1 to 100. Left out: 1. */
  level?: number
  /** Whether to play one small level with hints. */
  tutorial?: boolean
  save?: SaveText
}

export interface SkillPoints {
  speed: number
  attack: number
  defence: number
  range: number
}

/** A legal move. */
export interface MoveOffer {
  /** The text to send for this move. */
  move: string
  kind: string
  words: string
  /** The resulting points, if it assigns dice. */
  points?: SkillPoints
  /** The faces assigned to speed, attack, defence and range; 0 for none. */
  dice?: number[]
  at?: [number, number]
  why?: string
}

/** A path that can be walked now. */
export interface WayOffer {
  move: string
  at: [number, number]
  cost: number
  /** The speed that remains. */
  left: number
  path: [number, number][]
  /** The health lost if the turn ends there. */
  lost?: number
}

/** A monster, and whether the adventurer can attack it. */
export interface FoeInfo {
  name: string
  kind: string
  letter: string
  at: [number, number]
  health: number
  full_health: number
  speed: number
  attack: number
  defence: number
  range: number
  distance?: number
  in_range?: boolean
  /** Why it cannot be attacked, or "". */
  why_not?: string
  /** The move for the attack, if it is legal now. */
  move?: string
  /** A sentence about whether it can attack from its position. */
  threat?: string
  sight?: SightProof
}

/** The forecast of the monsters' moves and attack if the turn ends now. */
export interface ForecastInfo {
  lines: string[]
  /** The damage as a calculation. */
  blows: string
  lost: number
  health: number
  /** Each monster and the tile where it ends. */
  moves?: [string, number, number][]
}

/** An event, for the log and for animation. */
export interface GameStep {
  /** The number of the action, from 1. */
  number: number
  kind: string
  words: string
  why?: string
  /** The monster that it is about; "" for the adventurer. */
  who?: string
  /** The tiles of a walk, including its start. */
  path?: [number, number][]
  /** The remaining health. */
  health?: number
  /** The monsters that attack. */
  attackers?: string[]
  sight?: SightProof
}

/** The options for a new game. */
export interface OneCardDungeonChoices {
  t: 'one-card-dungeon'
  /** Each class and its power. */
  heroes: [string, string][]
  /** The titles of the levels, in order. */
  levels: string[]
}

export interface OneCardDungeonView {
  t: 'one-card-dungeon'
  level: number
  levels: number
  title: string
  text: string
  rows: number
  cols: number
  walls: [number, number][]
  at: [number, number]
  hero: string
  power: string
  power_used: boolean
  health: number
  full_health: number
  skills: SkillPoints
  points: SkillPoints
  phase: string
  turn: number
  dice: number[]
  foes: FoeInfo[]
  moves: MoveOffer[]
  ways: WayOffer[]
  steps: GameStep[]
  forecast?: ForecastInfo
  /** The tiles that the adventurer sees. */
  seen?: [number, number][]
  /** Whether it is the first game, for which the page has a lesson. */
  lesson?: boolean
  /** The current hint, on a level with hints. */
  coach?: string
  ending?: EndingInfo
}

// --- games.quest -------------------------------------------------------------------------------
/**
 * A quest as a page gets it: the part of the board that its seat knows, and the legal moves.
 *
 * Pages of heroes and guests get only what the party knows. Nothing in these fields reveals what the
 * party has not seen: no tile, no name, no number of monsters.
 */

export type QuestSide = 'hero' | 'ally' | 'enemy' | ''

/** A wall, door or gate between two tiles, as far as it is known. */
export interface QuestEdge {
  a: [number, number]
  b: [number, number]
  /** Left out: 'wall'. */
  carries?: 'wall' | 'door' | 'gate'
  state?: '' | 'open' | 'closed' | 'locked' | 'secret'
  /** The legal move for it, to be sent unchanged. */
  move?: string
  /** A description of the move, or why there is none. */
  words?: string
}

/** A known figure or piece of furniture. */
export interface QuestPiece {
  name: string
  at: [number, number]
  /**
   * The figure's number in moves; -1 for furniture, and for figures that the party has not
   * met. Left out: -1.
   */
  number?: number
  /** Left out: [1, 1]. */
  size?: [number, number]
  /** The side of a figure; "" for furniture. */
  side?: QuestSide
  kind?: string
  /** Whether it blocks sight, if it is furniture. */
  tall?: boolean
  /**
   * "remembered" at its last known position; "asleep" on the game master's page if the
   * party has not met it.
   */
  status?: '' | 'remembered' | 'asleep'
  body?: number
  most?: number
  attack?: number
  defence?: number
  range?: number
  moves?: number
  acted?: boolean
}

/** A party member. */
export interface QuestMember {
  name: string
  number: number
  /** Left out: 'hero'. */
  side?: QuestSide
  /** Whether this page plays it. */
  mine?: boolean
  /** The seat that plays it. */
  player?: string
  /** Whether it has fallen, or left through the exit. */
  status?: '' | 'fallen' | 'left'
  body?: number
  most?: number
  attack?: number
  defence?: number
  range?: number
  /** The number of steps left this turn. */
  moves?: number
  acted?: boolean
}

/** A legal move. */
export interface QuestOffer {
  /** The text to send for this move. */
  move: string
  kind: string
  words: string
  why?: string
}

/** A tile within reach. */
export interface QuestWay {
  move: string
  at: [number, number]
  cost: number
  /** The previous tile on the path. */
  via: [number, number]
}

/** A known figure as a target of the active one. */
export interface QuestTarget {
  number: number
  name: string
  /** The chances of the attack, or why it is illegal. */
  words: string
  /** The move for the attack, if it is legal now. */
  move?: string
  /** Whether it is a close call, which the game master decides before any dice are rolled. */
  close?: boolean
  sight?: SightProof
}

/** A figure for which this page may act now, with its options. */
export interface QuestWalker {
  number: number
  name: string
  /** The number of steps left. */
  left?: number
  ways?: QuestWay[]
  targets?: QuestTarget[]
}

/** A close call for the game master to decide. */
export interface QuestCall {
  a: string
  b: string
  reason: string
  sight: SightProof
  /** The move that rules it visible; "" on the pages of others. */
  seen?: string
  hidden?: string
}

/** A ruling on a close call, which can be reversed. */
export interface QuestRuling {
  words: string
  visible: boolean
  /** The move that reverses it. */
  overrule?: string
}

/** An event, for the log and for animation. */
export interface QuestStep {
  /** The value of `GameView.number` after this event. */
  number: number
  kind: string
  words: string
  why?: string
  who?: string
  target?: string
  /** The start and the end of a move. */
  path?: [number, number][]
  /** The target's remaining body points. */
  body?: number
  /** The dice for movement, or the attacker's. */
  dice?: number[]
  /** The defender's dice. */
  against?: number[]
  /** The lowest face that counts as a hit; 0 if it is not an attack. */
  hit_at?: number
  ward_at?: number
  /** The fight as a calculation. */
  sum?: string
}

/** A quest that can be started. */
export interface QuestChoice {
  /** The name in the setup; "" for the quest that is prepared on the table. */
  name: string
  title: string
  story: string
  goals: string[]
  heroes: string[]
}

/** The options for a new quest. */
export interface QuestChoices {
  t: 'quest'
  quests: QuestChoice[]
}

export interface QuestScreen {
  t: 'quest'
  title: string
  story: string
  /**
   * "strict", "permissive" or "adjudicated": how to treat a line that only touches a
   * blocker.
   */
  mode: string
  /**
   * The part of an opened room that is shown: "room" for all of it, "seen" for what the
   * party sees.
   */
  reveal: string
  /** Whether the computer is the game master. */
  program: boolean
  round: number
  phase: 'heroes' | 'master' | 'ruling' | 'over'
  /** The number of the last round; 0 if rounds are unlimited. */
  rounds?: number
  goals?: [string, boolean][]
  result?: string
  /** Whose turn it is, as text. */
  turn?: string
  /** The seat that acts now; "" means any seat of the party. */
  seat?: string
  /** Whether this page is the game master's and shows the whole board. */
  all_known?: boolean
  /**
   * One text per row: '.' in sight, ':' seen before, '#' rock, ' ' unknown. On the game master's
   * page, ',' marks tiles that the party has not seen.
   */
  ground?: string[]
  exits?: [number, number][]
  edges?: QuestEdge[]
  pieces?: QuestPiece[]
  party?: QuestMember[]
  walkers?: QuestWalker[]
  moves?: QuestOffer[]
  calls?: QuestCall[]
  rulings?: QuestRuling[]
  steps?: QuestStep[]
  gold?: number
  found?: string[]
  /** Whether it is the first game, for which the page has a lesson. */
  lesson?: boolean
  ending?: EndingInfo
}

/** A quest and its game master, or a saved quest. */
export interface QuestSetup {
  t: 'quest'
  /** The name of a quest that comes with sightline. */
  quest?: GameWord
  /** The text of a custom quest. */
  text?: SaveText
  /** Whether to start the quest that is prepared on the table. */
  laid_out?: boolean
  /** The heroes who set out; empty means all of them. At most 20 long. */
  heroes?: GameWord[]
  /** Left out: 'program'. */
  master?: 'program' | 'person'
  /** Whether to start the first game, with its lesson. */
  tutorial?: boolean
  save?: SaveText
}

// --- games.skirmish ----------------------------------------------------------------------------
/** The hex skirmish at the table: its setup and its view. */

/** The map, the sides and the opponent, or a saved battle from the table or the terminal. */
export interface SkirmishSetup {
  t: 'skirmish'
  /** Left out: 'crossing'. */
  map?: GameWord
  /** The side that people play, if the opponent is the computer. Left out: 'red'. */
  side?: GameWord
  /** Left out: 'program'. */
  against?: 'program' | 'friend'
  /** Left out: true. */
  fog?: boolean
  /**
   * The view of guests: one side's view, everything, or only public announcements.
   *
   * "" means the view of the computer's opponent, or announcements if there is no computer.
   */
  guests?: '' | 'called' | 'red' | 'blue' | 'all'
  /** Whether to start the first game, with its lesson. */
  tutorial?: boolean
  save?: SaveText
}

/** A battlefield, which both sides know completely. */
export interface HexGround {
  /** The name of a battlefield that comes with sightline; "" for a custom one. */
  name: string
  title: string
  text: string
  rounds: number
  goal: number
  /** Tuples of q, r, height and terrain: "woods", "cover", "rock" or "". */
  tiles: [number, number, number, string][]
  /** The two hexes of each wall. */
  walls: [number, number, number, number][]
  flags: [number, number][]
  /** The hexes where red deploys. */
  red: [number, number][]
  blue: [number, number][]
  /** Left out: 'pointy'. */
  orientation?: string
  /** The units of red and of blue, as text. */
  armies?: string[]
}

/** A path that a unit can walk now. */
export interface SkirmishWay {
  move: string
  at: [number, number]
  cost: number
  left: number
  path: [number, number][]
}

/** A legal attack and its known effect. */
export interface AttackOffer {
  move: string
  /** "shot", "blast" or "flame". */
  kind: string
  words: string
  /** The target hex. */
  at: [number, number]
  target?: number
  /** The chance in percent; None means that it never misses. */
  chance?: number
  /** The hexes of a blast or a cone. */
  hexes?: [number, number][]
  /** The visible units that are hit, including own ones. */
  hits?: number[]
}

/** A unit as the page may know it. Fields after `status` are omitted if they are unknown. */
export interface SkirmishUnit {
  unit: number
  name: string
  side: string
  kind: string
  letter: string
  /**
   * "own", "seen", "remembered" (at its last known position), "unknown" (its position) or
   * "fallen".
   */
  status: string
  full_health: number
  move: number
  sight: number
  worth: number
  weapon: string
  range: number
  damage: number
  accuracy?: number
  radius?: number
  at?: [number, number]
  health?: number
  moves?: number
  armed?: boolean
  charges?: number
  ways?: SkirmishWay[]
  attacks?: AttackOffer[]
}

/** A visible enemy as the target of a unit's shot. */
export interface SkirmishTarget {
  unit: number
  name: string
  at: [number, number]
  distance: number
  /** The calculation of the chance, or why the shot is impossible. */
  words: string
  chance?: number
  /** The move for the shot, if it is legal now. */
  move?: string
  sight?: SightProof
}

/** An event, as far as the page may know it. */
export interface SkirmishStep {
  /**
   * The number of the action, from 1, among those that this page knows. An action may have
   * several steps.
   */
  number: number
  /**
   * One of: deploy, begin, march, spotted, vanished, shot, blast, flame, hurt, fell, flag, pass,
   * resign, over.
   */
  kind: string
  words: string
  why?: string
  side?: string
  unit?: number
  target?: number
  at?: [number, number]
  to?: [number, number]
  hexes?: [number, number][]
  health?: number
  hit?: boolean
  points?: number
}

/** The options for a new battle. */
export interface SkirmishChoices {
  t: 'skirmish'
  maps: HexGround[]
}

/**
 * A battle as seen by one side, by an observer of everything, or by a guest who gets
 * announcements.
 */
export interface SkirmishView {
  t: 'skirmish'
  ground: HexGround
  phase: string
  turn: string
  round: number
  points: [number, number]
  ready: [boolean, boolean]
  /** The indices of the visible tiles. */
  seen: number[]
  units: SkirmishUnit[]
  steps: SkirmishStep[]
  /** The number of the last action in `steps`. */
  count: number
  /** The side whose view it is; "" for none or both. */
  side?: string
  fog?: boolean
  /** The side that the computer plays. */
  program?: string
  /** Whether this page plays both sides, and shows the active one. */
  both?: boolean
  result?: string
  winner?: string
  /** Suggested positions for this side's units, in their order, before it has deployed. */
  deploy?: [number, number][]
  /** Whether it is the first game, for which pages have a lesson. */
  lesson?: boolean
  ending?: EndingInfo
}

// --- games.all_games ---------------------------------------------------------------------------
/** The messages of the games. Each game has a module here, found by its name in `games.GAMES`. */

export type GameSetup = OneCardDungeonSetup | QuestSetup | SkirmishSetup

export type GameChoices = OneCardDungeonChoices | QuestChoices | SkirmishChoices

export type GameScreen = OneCardDungeonView | QuestScreen | SkirmishView

// --- game_moves --------------------------------------------------------------------------------
/**
 * Messages of a page about the game on the table: start, play, undo, end, ask.
 *
 * The protocol does not contain game rules. A move is a short text from the view that the page got
 * (`game_views`), and the game parses it.
 */

/** 1 to 200 long. */
export type MoveText = string

/** The number of actions that the page knows of. A move for an outdated view is refused. 0 to 10000000. */
export type MoveNumber = number

export const MAX_REPLAY = 8000

/** At most MAX_REPLAY long. */
export type ReplayText = string

/** Game master: put a game on the table, ready to start. */
export interface LayOutGame {
  t: 'lay_out_game'
  game: GameWord
}

/** Game master: start the game that the setup describes. */
export interface StartGame {
  t: 'start_game'
  setup: GameSetup
}

/** Make one of the moves that the view offers. */
export interface Play {
  t: 'play'
  move: MoveText
  number: MoveNumber
}

/**
 * Undo the last decision in a game, if no random result followed.
 *
 * The table's undo does not affect games.
 */
export interface TakeBackMove {
  t: 'take_back_move'
  number: MoveNumber
}

/** Game master: assign a seat of the game; None assigns it to the game master. */
export interface SetSeat {
  t: 'seat_game'
  seat: GameWord
  player?: Id | null
}

/**
 * Game master: end the game as it is, so that its save can be downloaded, or clear the
 * table.
 */
export interface EndGame {
  t: 'end_game'
  clear?: boolean
}

/**
 * A question about the game: a hint, the options from another tile (from), or, once it is over,
 * its file (save) or link (link).
 *
 * In a skirmish, a question about a unit by number: its targets from its position or another hex
 * (look 3), or its relation to a hex (about 3).
 */
export interface AskGame {
  t: 'game'
  what: GameWord
  at?: WireTile | null
}

/**
 * The state of a past game after `at` actions, or its end if `at` is larger.
 *
 * The link contains the whole game, so this goes over HTTP and needs no seat.
 */
export interface AskReplay {
  t: 'replay'
  game: GameWord
  replay: ReplayText
  at?: MoveNumber
}

// --- game_views --------------------------------------------------------------------------------
/**
 * A game on the table as a page gets it. The whole view is sent whenever any of it changes.
 *
 * Every legal move comes with its text, description and cost, because pages do not know the rules.
 */

export interface SeatInfo {
  seat: string
  /** The player's id; "" for the game master. */
  player?: string
  /** The player's name. */
  name?: string
}

export interface GameAnswer {
  t: 'game'
  words?: string
  lines?: string[]
  /** The first move of a hint. */
  move?: string
  foes?: FoeInfo[]
  /** The tiles that are visible from the tile of the question. */
  seen?: [number, number][]
  /** The file name for the text in `words`. */
  file?: string
  targets?: SkirmishTarget[]
  sight?: SightProof
}

/** A game after `at` of its `count` actions. */
export interface ReplayAnswer {
  t: 'replay'
  at: number
  count: number
  view: GameScreen
}

// --- actions -----------------------------------------------------------------------------------
/** Every action that a page can send: changes to the table that can be undone and redone. */

/** The highest initiative value. */
export const MAX_NUMBER = 10000

/** 0 to 100000. */
export type Health = number

export type HealthShown = 'number' | 'word' | 'nothing'

export interface Move {
  t: 'move'
  figure: Id
  to: WireTile
  /**
   * The figure's position on the user's page. The move is refused if the figure has moved
   * since.
   */
  start?: WireTile | null
  /** The storey to go to, by known stairs; None keeps the figure's height. */
  storey?: Storey | null
}

/**
 * Set the state of a door or gate, at an `edge` or `wall`: open, close, lock, hide (secret)
 * or reveal (closed).
 */
export interface SetDoor {
  t: 'door'
  state: 'open' | 'closed' | 'locked' | 'secret'
  edge?: [WireTile, WireTile] | null
  wall?: [WirePoint, WirePoint] | null
}

/**
 * Place a template or ruler on the map, for everyone or only for its owner and the game
 * master.
 */
export interface PutArea extends Omit<AreaShape, 't'> {
  t: 'put_area'
  /** Left out: true. */
  shared?: boolean
}

/** Remove a template or ruler: a player's own, or any for the game master. */
export interface RemoveArea {
  t: 'remove_area'
  area: Id
}

/**
 * Undo a change: for the game master the last one by anyone, for a player their own last
 * move.
 */
export interface Undo {
  t: 'undo'
  /** Game master: whether players also forget what only that change showed them. */
  forget?: boolean
}

export interface Redo {
  t: 'redo'
}

export interface Paint {
  t: 'paint'
  /** 1 to MAX_BATCH long. */
  tiles: WireTile[]
  solid: boolean
}

/**
 * Set the terrain of tiles, such as low walls, woods or smoke; None clears it. The current rule
 * defines its effect on sight and cover.
 */
export interface SetTerrain {
  t: 'terrain'
  /** 1 to MAX_BATCH long. */
  tiles: WireTile[]
  kind: TerrainKind | null
}

/**
 * Put a wall, door or gate on edges between neighboring tiles; None clears them.
 *
 * `bottom` and `top` are heights in tiles; None means unlimited.
 */
export interface SetEdges {
  t: 'edges'
  /** 1 to MAX_BATCH long. */
  edges: [WireTile, WireTile][]
  carries: ThresholdKind | null
  state?: DoorState
  bottom?: WireElevation | null
  top?: WireElevation | null
  stops?: StopSet
}

export interface AddWall {
  t: 'wall'
  ends: [WirePoint, WirePoint]
  /** Left out: 'wall'. */
  carries?: ThresholdKind
  state?: DoorState
  bottom?: WireElevation | null
  top?: WireElevation | null
  stops?: StopSet
}

export interface RemoveWall {
  t: 'unwall'
  ends: [WirePoint, WirePoint]
}

/**
 * One stroke of the eraser, which is undone as one change.
 *
 * Tiles become floor without terrain, and edges and free walls are removed. Missing ones are
 * ignored.
 */
export interface Erase {
  t: 'erase'
  /** At most MAX_BATCH long. */
  tiles?: WireTile[]
  /** At most MAX_BATCH long. */
  edges?: [WireTile, WireTile][]
  /** At most MAX_BATCH long. */
  walls?: [WirePoint, WirePoint][]
}

/** Set the height of tiles, and the cover of hexes. None makes the height unknown. */
export interface SetHeight {
  t: 'height'
  /** 1 to MAX_BATCH long. */
  tiles: WireTile[]
  /** 0 to 1. */
  cover?: number
  /** -1000 to 1000. */
  elevation?: number | null
}

/**
 * Reveal tiles to players, who remember them from now on.
 *
 * The tiles are those of the spans and of the room at `room`, or the whole storey if neither is
 * given. All fog actions select tiles this way.
 */
export interface Reveal {
  t: 'reveal'
  /** At most MAX_SPANS long. */
  spans?: WireSpan[]
  room?: WireTile | null
  /** The floor of the tiles; "" for the ground. */
  storey?: Storey
  /** The players: "all", "here" (those with a figure on this map), or a player's id. Left out: 'all'. */
  who?: Id
}

/**
 * Remove tiles from players' memory, except those they see now.
 *
 * Without spans and a room, it removes the whole map with all its floors.
 */
export interface Forget {
  t: 'forget'
  /** At most MAX_SPANS long. */
  spans?: WireSpan[]
  room?: WireTile | null
  storey?: Storey
  /** Left out: 'all'. */
  who?: Id
}

/** Cover tiles so that no player sees them, or uncover them. */
export interface CoverTiles {
  t: 'cover'
  /** At most MAX_SPANS long. */
  spans?: WireSpan[]
  room?: WireTile | null
  storey?: Storey
  /** Left out: true. */
  on?: boolean
}

/** Show tiles to all players as if each saw them, or stop showing them. */
export interface ShowTiles {
  t: 'show'
  /** At most MAX_SPANS long. */
  spans?: WireSpan[]
  room?: WireTile | null
  storey?: Storey
  /** Left out: true. */
  on?: boolean
}

/** Change the sight settings of this map, other than the rule. */
export interface SetSight {
  t: 'sight'
  /** Whether a viewer who sees part of a room sees all of it. */
  whole_rooms?: boolean
  /** Whether figures block the sight of others on their side. */
  friends_block?: boolean
}

/**
 * Place a lamp on a tile, with its bright and dim radius. It has an effect only where the
 * map is darker.
 */
export interface PlaceLamp {
  t: 'lamp'
  at: WireTile
  bright: WireRadius
  dim: WireRadius
  color?: LampColor
  /** The height of the lamp in tiles; None means on the ground. */
  elevation?: WireElevation | null
}

export interface EditLamp {
  t: 'edit_lamp'
  lamp: Id
  at?: WireTile
  elevation?: WireElevation | null
  bright?: WireRadius
  dim?: WireRadius
  color?: LampColor
  on?: boolean
}

export interface RemoveLamp {
  t: 'unlamp'
  lamp: Id
}

/** Set how dark the map is without lamps. */
export interface SetDarkness {
  t: 'darkness'
  darkness: DarknessWord
}

/**
 * Place a figure or a piece of furniture.
 *
 * `kind` is "figure" or a kind of furniture. Fields that are not set get the defaults of the kind.
 */
export interface PlaceFigure {
  t: 'place'
  at: WireTile
  name: Name
  /** Left out: 'figure'. */
  kind?: Id
  /** Left out: 'neutral'. */
  side?: Side
  size?: [number, number] | null
  blocks?: boolean | null
  /** Left out: true. */
  sighted?: boolean
  /** Whether it is hidden: players do not get it, and it does not block sight. */
  hidden?: boolean
  owners?: Id[]
  /** The height of its feet in tiles; None means on the ground. */
  elevation?: WireElevation | null
}

export interface EditFigure {
  t: 'edit'
  figure: Id
  name?: Name
  /** The name that players see; "" means its own name. At most MAX_NAME long. */
  alias?: string
  side?: Side
  size?: [number, number]
  blocks?: boolean
  sighted?: boolean
  hidden?: boolean
  /** At most 100 long. */
  owners?: Id[]
  /**
   * The team, for games in which `side` is not enough to tell allies from enemies. Any word; ""
   * means that `side` decides.
   */
  team?: Team
  /** The distance that it can see; None means unlimited. */
  sight_range?: WireRadius | null
  /** The distance that it can see in the dark; None means unlimited. */
  dark_vision?: WireRadius | null
  /** The lamp that it carries, or None. */
  lamp?: WireLamp | null
}

/** Copy the figure on the same map. The copy gets a number in its name, and no owners. */
export interface DuplicateFigure {
  t: 'duplicate'
  figure: Id
  at: WireTile
}

export interface RemoveFigure {
  t: 'remove'
  figure: Id
}

/** Move a figure from another map to this one. */
export interface BringFigure {
  t: 'bring'
  figure: Id
  at: WireTile
}

export interface SetRule {
  t: 'rule'
  rule: Record<string, unknown>
}

/**
 * Set how distances are measured on the map, and the size of a tile: "5 ft", or "" for none.
 *
 * None leaves a setting unchanged, so that two concurrent changes do not undo each other.
 */
export interface SetMeasure {
  t: 'measure'
  metric?: MetricWord | null
  /** At most 20 long. */
  unit?: string | null
}

/** Rule on a close call. Both ends are named as in the call. */
export interface Decide {
  t: 'decide'
  a: FigureOrTile
  b: FigureOrTile
  visible: boolean
  why?: Reason
  /** The cover, for rules of games that have cover; "" decides only visibility. At most 40 long. */
  degree?: string
  a_on?: Storey
  /** The storey of `b`, if that is a tile; `a_on` is that of `a`. */
  b_on?: Storey
}

/** Undo the ruling with this number. */
export interface TakeBack {
  t: 'take_back'
  ruling: number
}

/** Put a picture under the map, or change the position of the current one. */
export interface LayPicture {
  t: 'lay_picture'
  /**
   * The position of the board's origin on the picture: the top left corner of squares, or the
   * center of the hex (0, 0).
   */
  origin: [PixelNumber, PixelNumber]
  /** The size of a tile on the picture; for hexes, between two parallel sides. */
  step: [PixelNumber, PixelNumber]
  /** The id of the uploaded picture; None means the current one. */
  upload?: Id | null
  /** Whether to change only the picture that players see. */
  players?: boolean
  /** Left out: 'hand'. */
  grid_from?: GridFrom
}

/** Remove the picture, or choose which picture players get. */
export interface SetPicture {
  t: 'picture'
  remove?: boolean
  players?: 'same' | 'none'
}

/** Set or remove the picture of a figure. Players may do this only for their own figures. */
export interface SetFace {
  t: 'face'
  figure: Id
  upload?: Id | null
}

/**
 * Create an empty map.
 *
 * It has rows and columns of squares, or is a disc of hexes with `rows` as its radius.
 */
export interface NewMap {
  t: 'new_map'
  name: Name
  /** Left out: 'square'. */
  grid?: 'square' | 'hex'
  /** 1 to 200. Left out: 20. */
  rows?: number
  /** 1 to 200. Left out: 20. */
  cols?: number
}

export interface RenameMap {
  t: 'rename_map'
  map: Id
  name: Name
}

export interface DeleteMap {
  t: 'delete_map'
  map: Id
}

/** Show this map to all players; None hides the map. */
export interface ShowMap {
  t: 'show_map'
  map: Id | null
}

/** The form in which players see the health of others, by side. An omitted side is unchanged. */
export interface HealthBySide {
  hero?: HealthShown
  ally?: HealthShown
  enemy?: HealthShown
  neutral?: HealthShown
}

export interface SetOptions {
  t: 'options'
  /** Whether every player sees what any player's figure sees. */
  shared_sight?: boolean
  players_move?: boolean
  players_doors?: boolean
  /** Whether new players are locked out. */
  room_locked?: boolean
  health_shown?: HealthBySide
}

/**
 * A condition of a figure, such as poisoned or asleep.
 *
 * `rounds` is the number of rounds left, counted at the start or end of that entry's turns; 0
 * means until it is removed.
 */
export interface Condition {
  text: Name
  /** At most 8 long. */
  icon?: string
  /** 0 to 1000. */
  rounds?: number
  /** At most 40 long. */
  entry?: string
  /** Left out: 'end'. */
  counted_at?: 'start' | 'end'
  /** Whether only the game master sees it. Players cannot set it. */
  secret?: boolean
}

/**
 * Set the health and conditions of a figure. None means that health is not tracked.
 *
 * Players may do this only for their own figures.
 */
export interface MarkFigure {
  t: 'mark'
  figure: Id
  health?: Health | null
  /** 1 to 100000. */
  most_health?: number | null
  /** At most 20 long. */
  conditions?: Condition[]
}

/**
 * Set the facing of a figure; "" means that it looks in all directions.
 *
 * Players may do this only for their own figures. Only rules with an arc of sight use it.
 */
export interface TurnFigure {
  t: 'turn_figure'
  figure: Id
  facing: FacingWord
}

/**
 * Set the height of a figure's feet in tiles; None puts it on the ground.
 *
 * Players may do this only for their own figures.
 */
export interface LiftFigure {
  t: 'lift'
  figure: Id
  elevation: WireElevation | null
}

/** Add a floor at a height in tiles, with these tiles. Other tiles are holes. */
export interface AddFloor {
  t: 'add_floor'
  name: Name
  height: WireElevation
  /** 1 to MAX_SPANS long. */
  tiles: WireSpan[]
}

export interface EditFloor {
  t: 'edit_floor'
  floor: Id
  name?: Name
  height?: WireElevation
}

/** Add tiles to a floor, or remove them, which makes holes. */
export interface PaintFloor {
  t: 'paint_floor'
  floor: Id
  /** 1 to MAX_BATCH long. */
  tiles: WireTile[]
  /** Left out: true. */
  on?: boolean
}

export interface RemoveFloor {
  t: 'remove_floor'
  floor: Id
}

/** Put stairs between a tile of one storey and a tile of a higher one. */
export interface PutStairs {
  t: 'put_stairs'
  low: StairsEnd
  high: StairsEnd
}

export interface RemoveStairs {
  t: 'remove_stairs'
  stairs: Id
}

/** Move a figure to the other end of the stairs on which it stands. */
export interface Climb {
  t: 'climb'
  figure: Id
  stairs: Id
}

/**
 * Roll dice on the server, such as "2d6+1", "2d20kh1", "4d6dl1" or "3d6!".
 *
 * Everyone sees every die and the purpose. For a secret roll, others see only that it was made.
 */
export interface RollDice {
  t: 'roll'
  dice: Words
  purpose?: Words
  secret?: boolean
}

/** Set the saved rolls of a figure. Players may do this only for their own figures. */
export interface SaveRolls {
  t: 'save_rolls'
  figure: Id
  /** At most 20 long. */
  rolls: SavedRoll[]
}

/** Report a roll of real dice. It is marked as reported. */
export interface TellRoll {
  t: 'tell_roll'
  /** -100000 to 100000. */
  total: number
  purpose?: Words
}

/**
 * End this entry's turn. Its player may do this, or the game master for any entry.
 *
 * It names the entry, so that two concurrent requests end only one turn.
 */
export interface FinishTurn {
  t: 'end_turn'
  entry: Id
}

/**
 * Delay this turn, so that the next entry of the round acts first. The last entry's turn
 * just ends.
 */
export interface DelayTurn {
  t: 'delay_turn'
  entry: Id
}

/**
 * Roll initiative with a d20, or with the figure's saved roll of that name.
 *
 * Players roll for their own figures that have no value yet.
 */
export interface RollTurns {
  t: 'roll_turns'
  /** Game master: all figures, those without a player, or those without a value. Left out: 'missing'. */
  who?: 'all' | 'monsters' | 'missing'
}

/** Add figures of this map to the initiative. */
export interface AddTurns {
  t: 'add_turns'
  /** 1 to 200 long. */
  figures: Id[]
  /** Whether to add figures again that are already in it: they act more than once. */
  again?: boolean
}

export interface EditTurn {
  t: 'edit_turn'
  entry: Id
  /** The initiative value, highest first. Entries with equal values keep their order. -MAX_NUMBER to MAX_NUMBER. */
  number?: number | null
  /** Whether its turns are skipped. */
  defeated?: boolean
  /** Move the entry directly before this one; None moves it to the end. */
  before?: Id | null
}

/** Remove an entry. If it was active, the next one becomes active. */
export interface RemoveTurn {
  t: 'remove_turn'
  entry: Id
}

/** Start the initiative (first entry, round 1), stop it, or change its settings. */
export interface SetTurns {
  t: 'turns'
  on?: boolean
  /** Whether players may act with a figure only in its turn. */
  in_turn_only?: boolean
  numbers_shown?: boolean
  /** Whether to remove all entries. */
  clear?: boolean
}

/**
 * Write a note for the game master on a tile or figure of this map. An empty text deletes
 * it.
 */
export interface SetNote {
  t: 'note'
  /** At most MAX_NOTE long. */
  text: string
  /** The note's id; None creates a new one. */
  note?: Id | null
  at?: WireTile | null
  figure?: Id | null
  /** The floor of `at`; "" for the ground. */
  storey?: Storey
}

/** Admit a waiting player. */
export interface Admit {
  t: 'admit'
  player: Id
  /**
   * The seat of a player who returns without their link. The waiting page gets that seat, and its
   * old link becomes invalid.
   */
  seat?: Id | null
}

/** Remove a player: their link becomes invalid, and their connections are closed. */
export interface Dismiss {
  t: 'dismiss'
  player: Id
}

/**
 * Replace a secret: a player's, the join link's, or the game master's.
 *
 * The game master's other pages are then closed. This page gets the new secret in `made`.
 */
export interface NewLink {
  t: 'new_link'
  of: 'player' | 'join' | 'master'
  player?: Id | null
}

// --- questions ---------------------------------------------------------------------------------
/** Every question that a page can ask. Questions change nothing. */

/**
 * Ask whether and why `a` sees `b`. A player asks for their own figure, about what they
 * know.
 */
export interface AskSight {
  t: 'sight'
  a: FigureOrTile
  b: FigureOrTile
  all_lines?: boolean
  /** Whether to draw a picture of it. */
  picture?: boolean
  /**
   * Game master: compute as if figure `a` stood on this tile, for example while it is
   * dragged.
   */
  at?: WireTile | null
  /** The storey of `at`; None keeps the figure's height. */
  at_on?: Storey | null
  a_on?: Storey
  /** The storey of `b`, if that is a tile; `a_on` is that of `a`. */
  b_on?: Storey
}

/**
 * Ask which tiles an area covers, and which figures are in it. A player's answer uses only
 * what they know.
 */
export interface AskArea extends Omit<AreaShape, 't'> {
  t: 'area'
}

/** Ask for the path that a figure would take. A player's answer uses only what they know. */
export interface AskWay {
  t: 'way'
  figure: Id
  to: WireTile
  /** The storey to go to, by stairs; None keeps the figure's height. */
  storey?: Storey | null
}

/** Game master: ask for the answers of every rule, with all its ties, for this pair. */
export interface AskEveryRule {
  t: 'every_rule'
  a: FigureOrTile
  b: FigureOrTile
  a_on?: Storey
  b_on?: Storey
}

/**
 * Ask what a figure sees, or what all players' figures see if none is given.
 *
 * `at` computes it as if the figure stood there. A player's answer uses only what they know.
 */
export interface AskField {
  t: 'field'
  figure?: Id | null
  at?: WireTile | null
  /** The storey of `at`; None keeps the figure's height. */
  at_on?: Storey | null
}

/** Ask who sees whom on the game master's map. */
export interface AskWho {
  t: 'who'
}

/** Ask why this player sees nothing. */
export interface AskChecklist {
  t: 'checklist'
  player: Id
}

/** Game master: ask what this player knows of a storey of the map on this page. */
export interface AskKnown {
  t: 'known'
  player: Id
  storey?: Storey
}

/** Ask for every ruling on the game master's map, with its status. */
export interface AskRulings {
  t: 'rulings'
}

/** Ask for statistics of everyone's dice. */
export interface AskDice {
  t: 'dice'
}

export type Question =
  | AskSight
  | AskArea
  | AskWay
  | AskEveryRule
  | AskField
  | AskWho
  | AskChecklist
  | AskKnown
  | AskRulings
  | AskDice
  | AskGame

// --- client ------------------------------------------------------------------------------------
/**
 * The messages that a page sends.
 *
 * A page first sends `Hello` (with a game master's or player's secret) or `Join` (with the players'
 * link and a name), then `Do` and `Ask`. The server answers each `Do` with `Done` (it is on disk) or
 * `Refused` (nothing changed), and each `Ask` with `Answer` or `Refused`. It also sends all changes.
 */

/**
 * The longest message is a saved game. This is twice its length, in case each character is
 * escaped.
 */
export const MAX_MESSAGE_BYTES = 262144

export interface Hello {
  t: 'hello'
  secret: Secret
}

export interface Join {
  t: 'join'
  secret: Secret
  name: Name
}

export interface Do {
  t: 'do'
  /**
   * A unique id that the page creates for each change.
   *
   * A change that is sent again after a lost connection is made only once.
   */
  id: Id
  action: MasterAction
}

export interface Ask {
  t: 'ask'
  id: Id
  question: Question
}

/** Game master: switch this page to a map. */
export interface LookAt {
  t: 'look_at'
  map: Id
}

/**
 * Game master: show what this player's page gets; None returns to the game master's own
 * view.
 */
export interface Watch {
  t: 'watch'
  player: Id | null
}

/**
 * Ping a tile: everyone who knows the tile sees it. Players can ping only tiles that they
 * know.
 */
export interface PingTile {
  t: 'ping_tile'
  at: WireTile
  storey?: Storey
}

/**
 * Request the pictures of these tiles. Tiles that a player does not know are omitted from
 * the response.
 */
export interface WantTiles {
  t: 'want_tiles'
  /** The picture's id in `Stage` and `Change`. */
  picture: Id
  tier: Tier
  /** 1 to MAX_WANTED long. */
  tiles: WireTile[]
}

/** Request the pictures of these figures, by the ids in `FigureView`. */
export interface WantFaces {
  t: 'want_faces'
  /** 1 to 50 long. */
  faces: Id[]
}

export interface Ping {
  t: 'ping'
}

/** The messages of an identified page. */
export type Request = Do | Ask | LookAt | Watch | PingTile | WantTiles | WantFaces

export type FromPage = Hello | Join | Request | Ping

// --- answers -----------------------------------------------------------------------------------
/** The server's answers to questions, one struct each. */

export type VerdictName = 'visible' | 'hidden' | 'ambiguous'

/** A ruling of the game master. */
export interface RulingNote {
  visible: boolean
  by: string
  /**
   * The time in ISO 8601 and UTC, or as in an imported file. Players do not get it, and
   * not the reason.
   */
  when?: string
  why?: string
  /** The cover that was ruled, if any. */
  degree?: string
}

/** A ruling that no longer holds, with the reason. */
export interface LapsedRuling {
  ruling: RulingNote
  because: string
}

/** The person who undid a ruling, the time (in the form of `RulingNote.when`) and the reason. */
export interface RulingUndone {
  by: string
  when: string
  why?: string
}

/** A line that was tried, in the engine's terms. */
export interface SightLine {
  start: [number, number]
  end: [number, number]
  /** "clear", "corner", "edge" or "blocked". */
  contact: string
  /** The result, for rules that count lines; "open" if the game master decides. */
  counts?: '' | 'free' | 'blocked' | 'open'
}

/** An obstacle: a tile, an edge (two tiles), or a free wall (two points). */
export interface Obstacle {
  words: string
  tile?: [number, number]
  edge?: [[number, number], [number, number]]
  wall?: [[number, number], [number, number]]
  /** The point where the line first meets the obstacle. */
  at?: [number, number]
}

/** A hex on the ray, as seen from the side. */
export interface ProfileStep {
  tile: [number, number]
  /** The height; None means unknown, which counts as 0. */
  height?: number
  /** Whether the hex rises above the line between both ends. */
  too_high?: boolean
}

/** An object that the line passes above or below, or that stops it. */
export interface SideThing {
  /** The position on the line where the object begins: 0 is the start, 1 the end. */
  first: number
  /** The position on the line where the object ends. */
  last: number
  /** The height of its lower side; None means unlimited. */
  bottom?: number
  top?: number
  stops?: boolean
}

/** The deciding line as seen from the side, with heights in tiles. */
export interface SideView {
  /** The heights of both ends. */
  line: [number, number]
  /** The heights of the feet and the head at both ends. */
  bodies: [[number, number], [number, number]]
  things?: SideThing[]
}

export interface SightAnswer {
  t: 'sight'
  /** The verdict of the rule. It is also hidden if light or distance prevents sight. */
  verdict: VerdictName
  /** The final answer, after rulings. */
  visible: boolean
  /** The full explanation. */
  words: string
  /** The explanation without the verdict; "" if this page may not know it. */
  reason: string
  /** The rule and ties in force, as text. */
  rule: string
  /**
   * The target's cover in the game's words, such as "none" or "half", for rules with cover.
   *
   * If the game master decides, it names both degrees. It is "" without cover, or if the target
   * is not visible.
   */
  degree?: string
  /** The effect of the cover in the game. */
  effect?: string
  /**
   * The number of `lines` that count as blocked: if open touches pass, and if open touches
   * block.
   */
  blocked?: [number, number]
  ruled?: RulingNote
  /** Set if the target is in line of sight, but beyond the viewer's range or unlit. */
  failed?: '' | 'range' | 'light'
  /** The two ends of the deciding line, or the centers of a ray's hexes. */
  line?: [number, number][]
  /** The point where the deciding line is first blocked. */
  split?: [number, number]
  obstacles?: Obstacle[]
  /** Every line that was tried, if requested. Lines that a rule counts are always included. */
  lines?: SightLine[]
  /** A hex ray step by step as text, if all lines were requested. */
  steps?: string[]
  /** The deciding hex ray as seen from the side, if any height on it is known. */
  profile?: ProfileStep[]
  /** The deciding line as seen from the side, on maps where lines have heights. */
  side?: SideView
  /** An SVG, if requested. */
  picture?: string
}

export interface RuleVerdict {
  kind: string
  ties: string
  verdict: VerdictName
  in_force?: boolean
  /** The cover, for rules of games that have cover, as in `SightAnswer`. */
  degree?: string
  effect?: string
}

/** The answers of all rules, without rulings. */
export interface EveryRuleAnswer {
  t: 'every_rule'
  rows: RuleVerdict[]
}

export interface FieldAnswer {
  t: 'field'
  lit: Span[]
}

/** The tiles that an area covers, and the figures in it. */
export interface AreaAnswer {
  t: 'area'
  tiles: Span[]
  hits?: AreaHit[]
}

/** Every tile of the path, including both ends; empty if there is none. */
export interface WayAnswer {
  t: 'way'
  way: [number, number][]
  /** The floors of these tiles, "" for the ground; empty for a figure in the air. */
  storeys?: string[]
}

/**
 * The ids of the figures in order. For each, the indices of the figures that it sees, and of
 * those that are close calls.
 */
export interface WhoAnswer {
  t: 'who'
  figures: string[]
  sees: number[][]
  open: number[][]
  /**
   * The degrees of cover that occur, least first, for rules with cover. Undecided ones ("none or
   * half") are last.
   */
  degrees?: string[]
  /** The index of the degree of cover for each entry of `sees`. */
  cover?: number[][]
}

export interface Check {
  ok: boolean
  words: string
}

export interface ChecklistAnswer {
  t: 'checklist'
  checks: Check[]
}

/** A player's current view, and everything that they know. */
export interface KnownAnswer {
  t: 'known'
  lit: Span[]
  known: Span[]
}

export interface RulingInfo {
  number: number
  /** The display name of one end; `b` is that of the other. */
  a: string
  b: string
  ruling: RulingNote
  /** "in force", "lapsed", "replaced" or "undone". */
  status: string
  /** Why it has lapsed or was replaced. */
  because?: string
  undone?: RulingUndone
}

export interface RulingsAnswer {
  t: 'rulings'
  rulings: RulingInfo[]
}

/** The results of one person's dice with this number of sides, including undone rolls. */
export interface DiceCount {
  who: string
  sides: number
  /** The number of times that each face came up, starting with 1. */
  faces: number[]
}

/** The number of a person's rolls: in total, secret to the reader, reported, and undone. */
export interface RollCount {
  who: string
  rolls: number
  secret?: number
  said?: number
  taken_back?: number
}

/** Everyone's dice. Rolls that are secret to the reader are counted, but without their faces. */
export interface DiceAnswer {
  t: 'dice'
  rolls: RollCount[]
  dice: DiceCount[]
}

/** All answers to questions. */
export type AnswerTo =
  | SightAnswer
  | AreaAnswer
  | WayAnswer
  | EveryRuleAnswer
  | FieldAnswer
  | WhoAnswer
  | ChecklistAnswer
  | KnownAnswer
  | RulingsAnswer
  | DiceAnswer
  | GameAnswer

// --- server ------------------------------------------------------------------------------------
/** The messages that the server sends. */

/** A visible lamp. The game master gets every lamp. */
export interface LampView {
  /** The lamp's id, or that of the figure that carries it. */
  id: string
  at: [number, number]
  /** Its radius, bright or dim, whichever is larger. */
  reach: number
  color?: string
  /** The tiles where its color shows; empty for plain light. */
  falls_on?: Span[]
  /** The tiles of floors where its color shows, by floor id. */
  falls_on_floors?: Record<string, Span[]>
  /** The height of a lamp on a tile; "" for the ground. */
  elevation?: ExactHeight
  held?: boolean
  /** The bright radius. Game master only. */
  bright?: number
  /** The dim radius. Game master only. */
  dim?: number
  /** Whether the lamp is on. Game master only, because players get only lamps that are on. Left out: true. */
  on?: boolean
}

export interface ConditionView {
  text: string
  icon?: string
  /** Rounds left. Sent to the game master, and for a player's own figures. */
  rounds?: number
  /** The initiative entry that counts the rounds. Game master only, like the next two. */
  entry?: string
  /** Left out: 'end'. */
  counted_at?: 'start' | 'end'
  secret?: boolean
}

export interface FigureView {
  id: string
  name: string
  at: [number, number]
  /** Left out: [1, 1]. */
  size?: [number, number]
  /** The direction that it faces; "" for none. */
  facing?: string
  /** Left out: 'neutral'. */
  side?: string
  /** Left out: 'figure'. */
  kind?: string
  furniture?: boolean
  /** Left out: true. */
  blocks?: boolean
  /** Player: whether they may move it. */
  mine?: boolean
  /** Player: whether it is furniture that is out of sight, as last seen. */
  ghost?: boolean
  /** Left out: true. */
  sighted?: boolean
  /** Whether it is hidden from players. Game master only. */
  hidden?: boolean
  /** The ids of the players who own it. Game master only. */
  owners?: string[]
  /**
   * The name that players see, if it is different. Game master only; players get it as the
   * name.
   */
  alias?: string
  /** The team, if `side` does not define it. Game master only. */
  team?: string
  /**
   * The distance that it can see; None means unlimited. Sent to the game master and the
   * owner.
   */
  sight_range?: number | null
  /**
   * The distance that it can see in the dark; None means unlimited. Sent to the game
   * master and the owner.
   */
  dark_vision?: number | null
  /** The lamp that it carries. Sent to the game master and the owner. */
  lamp?: WireLamp | null
  /** The health; None if it is not tracked, or not shown to this player. */
  health?: number | null
  most_health?: number | null
  /** The health of other players' figures in a word: unhurt, hurt, badly hurt or down. */
  health_word?: string
  conditions?: ConditionView[]
  /** Saved rolls. Sent to the game master and the owner. */
  rolls?: SavedRoll[]
  /** The id of its picture for this page in `WantFaces`; "" if it has none. */
  face?: string
  /**
   * The exact height of its feet in tiles, such as "6" or "7/2"; "" if it stands on the
   * ground.
   */
  elevation?: ExactHeight
  /** Its exact height in tiles, such as "1/2"; "" means 1. */
  height?: ExactHeight
}

/** What the server left out of a FigureView. */
export const FIGURE_VIEW_DEFAULTS = {
  size: [1, 1],
  facing: '',
  side: 'neutral',
  kind: 'figure',
  furniture: false,
  blocks: true,
  mine: false,
  ghost: false,
  sighted: true,
  hidden: false,
  owners: [],
  alias: '',
  team: '',
  sight_range: null,
  dark_vision: 0.0,
  lamp: null,
  health: null,
  most_health: null,
  health_word: '',
  conditions: [],
  rolls: [],
  face: '',
  elevation: '',
  height: '',
} satisfies Partial<FigureView>

/** A floor, as far as the user knows it. Unknown tiles may be holes. */
export interface FloorView {
  id: string
  name: string
  /** The exact height in tiles. */
  height: ExactHeight
  tiles?: Span[]
  /** The visible tiles; None (omitted) means all. */
  lit?: Span[]
  /** Player: the visible tiles that are not bright. */
  light?: LevelSpan[]
  /** Game master only: the tiles that are shown to all players. */
  shown?: Span[]
  /** Game master only: the covered tiles. */
  veiled?: Span[]
}

/** Stairs between two storeys. An end that the user has not seen is None. */
export interface StairsView {
  id: string
  low?: StairsEnd
  high?: StairsEnd
}

/** A whole map: all of it for the game master, the known part for a player. */
export interface Stage {
  t: 'stage'
  map: string
  grid: string
  /** Left out: 'pointy'. */
  orientation?: string
  /** The name of the map. Game master only. */
  name?: string
  /** The numbers of rows and columns, on squares. Game master only. */
  size?: [number, number]
  /** The rule and its ties, as text. */
  rule?: string
  tiles?: Run[]
  /** The visible tiles; None (omitted) means all. */
  lit?: Span[]
  edges?: WireEdge[]
  walls?: WallPiece[]
  heights?: Height[]
  /** The floors, from the lowest to the highest. */
  floors?: FloorView[]
  stairs?: StairsView[]
  terrain?: TerrainSpan[]
  figures?: FigureView[]
  /** Game master only: the covered tiles. */
  veiled?: Span[]
  /** Game master only: the tiles that are shown to all players. */
  shown?: Span[]
  /** Player: the visible tiles that are not bright. */
  light?: LevelSpan[]
  /** Player: the visible lamps. Empty in daylight. */
  lamps?: LampView[]
  areas?: AreaView[]
  /** The metric and the size of a tile. Always sent. */
  measure?: MapMeasure
  /** Player: the last lines of the log of what they saw on this map. */
  log?: string[]
  /** Player: the id of the map's picture in `WantTiles`; "" if there is none. */
  picture?: string
}

/** The changes to the stage. Each changed object is sent completely. */
export interface Change {
  t: 'change'
  tiles?: Run[]
  /** Tiles that became visible. */
  lit?: Span[]
  /** Tiles that are no longer visible. */
  unlit?: Span[]
  edges?: WireEdge[]
  /** The new barrier between two ends; "" for none. */
  walls?: WallPiece[]
  heights?: Height[]
  /** All floors; None (omitted) if unchanged. */
  floors?: FloorView[]
  /** All stairs; None (omitted) if unchanged. */
  stairs?: StairsView[]
  terrain?: TerrainSpan[]
  figures?: FigureView[]
  /** The ids of figures to remove. */
  gone?: string[]
  /** All areas; None (omitted) if unchanged. */
  areas?: AreaView[]
  measure?: MapMeasure
  rule?: string
  /** Player: tiles that they no longer know. Figures on these tiles are in `gone`. */
  forgotten?: Span[]
  /** Game master only: all covered tiles; None (omitted) if unchanged. */
  veiled?: Span[]
  /** Game master only: all tiles that are shown to all players; None (omitted) if unchanged. */
  shown?: Span[]
  /**
   * Player: visible tiles that became brighter or darker. Newly visible tiles are bright unless
   * they are listed.
   */
  light?: LevelSpan[]
  lamps?: LampView[]
  /** The ids of lamps that are no longer visible. */
  lamps_gone?: string[]
  /** Player: new lines of the log. */
  log?: string[]
  /** Player: the id of the map's picture as in `Stage`; None (omitted) if unchanged. */
  picture?: string
}

/**
 * Game master: the light of the map on the page. The whole message is sent whenever it
 * changes.
 */
export interface MapLighting {
  t: 'lighting'
  map: string
  /** Left out: 'daylight'. */
  darkness?: DarknessWord
  /** The tiles that are not bright. */
  light?: LevelSpan[]
  /** The tiles of floors that are not bright, by floor id. */
  floors?: Record<string, LevelSpan[]>
  lamps?: LampView[]
}

/**
 * Pictures of tiles, as a binary message.
 *
 * It consists of the length of this head in four bytes (big-endian), the head, and the pictures,
 * each a WebP.
 */
export interface TilePack {
  t: 'tiles'
  picture: string
  /** Their width in pixels: smaller than requested if the picture has no more detail. */
  tier: number
  /**
   * Each tile and the length of its picture in bytes; 0 if the picture does not cover the
   * tile.
   */
  tiles?: [number, number, number][]
}

/** Pictures of figures, in the same form as `TilePack`. */
export interface FacePack {
  t: 'faces'
  faces?: [string, number][]
}

/** Player: the message that no map is shown. */
export interface NoStage {
  t: 'no_stage'
}

/**
 * A close call that only the game master can decide. `words` and `reason` explain why it is
 * close.
 */
export interface CallInfo {
  a: string | [number, number]
  b: string | [number, number]
  a_name: string
  b_name: string
  words: string
  reason: string
  /** The id of its map. */
  map?: string
  /** The player who asked about it, if any. */
  asked_by?: string
  /** The degrees of cover to choose from, if it is visible in any case. */
  degrees?: string[]
  /** An earlier ruling on it that has lapsed. */
  lapsed?: LapsedRuling
  /** The floor of `b`, if that is a tile; "" for the ground. */
  b_on?: string
}

export interface MapInfo {
  id: string
  name: string
  grid: string
  /** Whether the players see this map. */
  shown?: boolean
}

export interface PlayerInfo {
  id: string
  name: string
  /** The secret for the player's link. */
  secret: string
  /** Whether they wait to be admitted. */
  waiting?: boolean
  /** The number of the player's connected pages. */
  pages?: number
  figures?: string[]
}

/** A player's figure on another map, which can be moved to this one. */
export interface Elsewhere {
  id: string
  name: string
  /** The name of that map. */
  map: string
  /** Left out: 'neutral'. */
  side?: string
  /** Left out: [1, 1]. */
  size?: [number, number]
}

/** A value of a rule's setting. */
export interface SettingChoice {
  value: string
  title: string
  /** Its meaning, in a sentence. */
  words: string
}

/** A setting of a rule. */
export interface RuleSetting {
  name: string
  kind: 'flag' | 'choice' | 'number'
  title: string
  usual: boolean | string | number
  choices?: SettingChoice[]
  /** The smallest allowed number. */
  least?: number
  /** Left out: 1.0. */
  step?: number
}

/** A rule for this map's grid. */
export interface RuleKind {
  /** Its name in `TableInfo.rule`; "pack:" and a name for the rule of a game. */
  kind: string
  title: string
  /** When a viewer sees a target under this rule. */
  summary: string
  /** A sentence or two about the things that block sight and light, or give cover. */
  blocks: string
  settings?: RuleSetting[]
  /** The heading for rules of games; "" for purely geometric rules. */
  group?: string
  /** Why this map does not accept the rule, and what to do about it; "" if it does. */
  slow?: string
  /** The closest rule that the map accepts instead, if it does not accept this one. */
  instead?: string
}

/** A degree of cover, and its effect in the game. */
export interface DegreeInfo {
  name: string
  effect: string
}

/** The game whose rule is in force. */
export interface PackInfo {
  /** The book, edition and page. */
  source: string
  /** The parts that could not be verified, if any. */
  unverified?: string
  /** Whether sight or cover may differ by direction. */
  one_way?: boolean
  /** The degrees of cover that have an effect. */
  degrees?: DegreeInfo[]
  /** The kinds of terrain that the game uses. */
  terrain?: string[]
}

/** The defaults of a kind of furniture on this map's grid. */
export interface FurnitureKind {
  kind: string
  size: [number, number]
  blocks: boolean
}

/** The picture under the game master's map. Numbers are exact, in pixels of the picture. */
export interface PictureInfo {
  id: string
  pixels: [number, number]
  origin: [string, string]
  step: [string, string]
  grid_from: GridFrom
}

/**
 * Game master: everything except the map. The whole message is sent whenever any of it
 * changes.
 */
export interface TableInfo {
  t: 'table'
  maps: MapInfo[]
  /** The map on the game master's page. */
  map: string
  players: PlayerInfo[]
  rule: Record<string, unknown>
  rules: RuleKind[]
  options: Record<string, boolean>
  /**
   * The form in which players see the health of others, by side: "number", "word" or
   * "nothing".
   */
  health_shown: Record<string, string>
  join_secret: string
  /** The addresses for other machines; the page appends the secret. */
  addresses: string[]
  /** All kinds of furniture. */
  furniture: FurnitureKind[]
  /** A description of the change that undo would undo; "" if there is none. */
  undo?: string
  /** Whether that change showed players anything that they could forget with it. */
  undo_showed?: boolean
  redo?: string
  /** Whether a viewer who sees part of a room on the game master's map sees all of it. */
  whole_rooms?: boolean
  /** Left out: true. */
  friends_block?: boolean
  /** The id of the player whose view the stage shows now. */
  watching?: string
  /** The game whose rule is in force, if any. */
  pack?: PackInfo
  /** The kinds of terrain offered to the game master. */
  terrain?: string[]
  /** The picture under the game master's map. */
  picture?: PictureInfo
  /** The picture that players see, if it is different. */
  players_picture?: PictureInfo
  /** The picture that players get: the same, their own, or none. Left out: 'same'. */
  players_see?: 'same' | 'own' | 'none'
  elsewhere?: Elsewhere[]
}

/** Game master: the queue of close calls. The whole queue is sent whenever it changes. */
export interface Calls {
  t: 'calls'
  calls: CallInfo[]
}

/** An entry of the initiative. Players get only the entries of figures that they see now. */
export interface TurnView {
  id: string
  figure: string
  name: string
  /** Player: whether they may end the turn. */
  mine?: boolean
  number?: number
  defeated?: boolean
  /** Whether it delayed its turn and will act later in this round. */
  delayed?: boolean
}

/**
 * The initiative. The whole message is sent whenever it changes.
 *
 * The game master gets that of the map on the page, a player the entries that they see.
 */
export interface TurnOrder {
  t: 'turns'
  entries?: TurnView[]
  /** The id of the active entry. */
  active?: string
  /** Player: whether it is the turn of a figure that they do not see. */
  masters_turn?: boolean
  /**
   * The round; 0 before the start.
   *
   * Players get a new round only with the turn of a figure that they see, so that it does not reveal
   * unseen figures.
   */
  round?: number
  in_turn_only?: boolean
  numbers_shown?: boolean
}

export interface NoteView {
  id: string
  text: string
  at?: [number, number]
  figure?: string
  storey?: string
}

/** Game master: the notes on the map on the page. All notes are sent whenever they change. */
export interface Notes {
  t: 'notes'
  notes?: NoteView[]
}

export interface DiceView {
  sides: number
  faces: number[]
  /** The indices of the dice that count; empty means all. */
  kept?: number[]
  minus?: boolean
  exploding?: boolean
}

/** A roll. If it is secret to the reader, it contains only who rolled and when. */
export interface RollView {
  id: string
  who: string
  when: string
  mine?: boolean
  text?: string
  purpose?: string
  dice?: DiceView[]
  plus?: number
  total?: number
  said?: boolean
  secret?: boolean
  taken_back?: boolean
}

/** The most recent rolls, for a new page. */
export interface Rolls {
  t: 'rolls'
  rolls: RollView[]
}

/** A new or undone roll. */
export interface Rolled {
  t: 'rolled'
  roll: RollView
}

/** A ping on a tile that the user knows. It is not stored. */
export interface Pinged {
  t: 'pinged'
  who: string
  at: [number, number]
  /** The id of a floor; "" for the ground. */
  storey?: string
}

/** A line for the game master's log. Players get theirs in `Stage` and `Change`. */
export interface Log {
  t: 'log'
  who: string
  text: string
  /** Whether it was only an attempt that changed nothing. */
  attempt?: boolean
}

/** Player: everything except the map. The whole message is sent whenever any of it changes. */
export interface Seat {
  t: 'seat'
  id: string
  name: string
  /** Whether they wait to be admitted. */
  waiting?: boolean
  figures?: string[]
  may_move?: boolean
  may_open?: boolean
  shared_sight?: boolean
  /** Whether they have a move that they can take back. */
  undo?: boolean
  /** Open close calls as text: only those that the player knows of. */
  calls?: string[]
}

/** The game on the table. The name is empty if there is none. */
export interface GameView {
  t: 'game'
  name?: string
  title?: string
  /** An id that is different for each game. */
  id?: string
  /** The number of actions, as far as this page may know. */
  number?: number
  /** Whether this page may make the next move. */
  mine?: boolean
  may_undo?: boolean
  /** The result; for "over" the view says who won. */
  over?: '' | 'won' | 'lost' | 'drawn' | 'over' | 'ended'
  seats?: SeatInfo[]
  /** The state of the game; None before the start. */
  view?: GameScreen
  /** The options for a new game, if this page may start one and none is running. */
  choices?: GameChoices
}

/**
 * The first message to every page.
 *
 * `secret` is sent only after `Join`: the player's secret from now on.
 */
export interface Welcome {
  t: 'welcome'
  role: 'master' | 'player'
  secret?: string
}

export interface Done {
  t: 'done'
  id: string
  /** The id of what the action created, or "". */
  made?: string
}

/**
 * The response to a request that changed nothing.
 *
 * `key` and `values` give the reason in any language, `why` in English.
 */
export interface Refused {
  t: 'refused'
  id: string
  why: string
  key?: string
  values?: Record<string, string | number>
}

export interface Answer {
  t: 'answer'
  id: string
  answer: AnswerTo
}

export interface Pong {
  t: 'pong'
}

/**
 * The last message before the server closes the connection.
 *
 * `again` tells the page to reconnect. `key` gives the reason in any language, `why` in English.
 */
export interface Bye {
  t: 'bye'
  why: string
  again?: boolean
  key?: string
  values?: Record<string, string | number>
}

export type PlayerAction =
  | Play
  | TakeBackMove
  | Move
  | SetDoor
  | PutArea
  | RemoveArea
  | Undo
  | Redo
  | SetFace
  | MarkFigure
  | TurnFigure
  | LiftFigure
  | Climb
  | RollDice
  | SaveRolls
  | TellRoll
  | FinishTurn
  | DelayTurn
  | RollTurns

export type MasterAction =
  | LayOutGame
  | StartGame
  | Play
  | TakeBackMove
  | SetSeat
  | EndGame
  | Move
  | SetDoor
  | PutArea
  | RemoveArea
  | Undo
  | Redo
  | Paint
  | SetTerrain
  | SetEdges
  | AddWall
  | RemoveWall
  | Erase
  | SetHeight
  | Reveal
  | Forget
  | CoverTiles
  | ShowTiles
  | SetSight
  | PlaceLamp
  | EditLamp
  | RemoveLamp
  | SetDarkness
  | PlaceFigure
  | EditFigure
  | DuplicateFigure
  | RemoveFigure
  | BringFigure
  | SetRule
  | SetMeasure
  | Decide
  | TakeBack
  | LayPicture
  | SetPicture
  | SetFace
  | NewMap
  | RenameMap
  | DeleteMap
  | ShowMap
  | SetOptions
  | MarkFigure
  | TurnFigure
  | LiftFigure
  | AddFloor
  | EditFloor
  | PaintFloor
  | RemoveFloor
  | PutStairs
  | RemoveStairs
  | Climb
  | RollDice
  | SaveRolls
  | TellRoll
  | FinishTurn
  | DelayTurn
  | RollTurns
  | AddTurns
  | EditTurn
  | RemoveTurn
  | SetTurns
  | SetNote
  | Admit
  | Dismiss
  | NewLink

export type FromServer =
  | Stage
  | Change
  | MapLighting
  | TilePack
  | FacePack
  | NoStage
  | TableInfo
  | Calls
  | TurnOrder
  | Notes
  | Rolls
  | Rolled
  | Pinged
  | Log
  | Seat
  | GameView
  | Welcome
  | Done
  | Refused
  | Answer
  | Pong
  | Bye
