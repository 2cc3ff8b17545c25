/**
 * Every message between the page and the server.
 *
 * Made by `python page/make_messages.py` out of the structs of sightline.table.protocol:
 * change those, and run it again. What is left out of a message is empty, false, 0 or unset, unless
 * its comment says otherwise.
 */

// --- types -------------------------------------------------------------------------------------
/**
 * The small types that messages are made of: tiles, points, names, and their limits.
 *
 * Positions are pairs: (row, column) on squares, axial (q, r) on hexes. Points are (x, y) in tile
 * units on squares, axial (q, r) on hexes. Runs and spans follow the order of `board.tiles()`: along
 * the columns of a row on squares, and along q at one r on hexes. So the run (2, 5, "..#") is the
 * squares (2, 5), (2, 6), (2, 7), or the hexes (2, 5), (3, 5), (4, 5).
 */

export const MAX_NAME = 60

export const MAX_WHY = 300

/** The most spans in one stroke of a fog tool. */
export const MAX_SPANS = 2000

export const MAX_NOTE = 2000

/** The most tiles or edges in one stroke. */
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
 * A figure's id, or a tile. (msgspec 0.22 crashes where a string with a limit may also be a tuple:
 * the size of the message is limit enough.)
 */
export type FigureOrTile = string | WireTile

export type Side = 'hero' | 'ally' | 'enemy' | 'neutral'

/** At most 40 long. */
export type Team = string

/** 1 to 40 long. */
export type TerrainKind = string

export type ThresholdKind = 'wall' | 'door' | 'gate'

/** Of a door or gate; a wall has none, and a gate is never secret. */
export type DoorState = '' | 'open' | 'closed' | 'locked' | 'secret'

/** In tiles. 0 to 1000. */
export type WireRadius = number

/** "" for plain light. At most 7 long. */
export type LampColor = string

export type DarknessWord = 'daylight' | 'dim' | 'dark'

/** The most tiles of a picture that a page asks for at once. */
export const MAX_WANTED = 256

/** How many pixels wide the picture of a tile is. */
export type Tier = 32 | 64 | 128

/** In pixels of a picture, exactly: "70", "69.5", "2048/29". At most 16 long. */
export type PixelNumber = string

/**
 * Who says where a picture's tiles are: the map's file, the picture's name, lines that were found
 * on it, whoever typed it, or whoever laid it by hand.
 */
export type GridFrom = 'file' | 'name' | 'found' | 'given' | 'hand'

/** The lamp that a figure carries. Both radii count from the figure. */
export interface WireLamp {
  bright: WireRadius
  dim: WireRadius
  color?: LampColor
  /** Left out: it is. Left out: true. */
  on?: boolean
  /** Does it shine while its figure is hidden? */
  when_hidden?: boolean
}

/** Known ground from that tile on, one letter a tile: `.` floor, `#` rock. */
export type Run = [number, number, string]

/** That many tiles from that one on. */
export type Span = [number, number, number]

/**
 * Two neighbours, what stands between them (wall, door, gate; "" for nothing), and its state. What
 * has a property is "wall+limited", "door+forth", "gate+limited+back" to the master: "forth" stops who
 * looks from the first to the second.
 */
export type WireEdge = [number, number, number, number, string, string]

/**
 * Two ends, what it is, its state. Players get the pieces that lie in tiles they know, and no
 * properties. "forth" stops who looks from its left to its right, from the first end to the second.
 */
export type WallPiece = [number, number, number, number, string, string]

/** A span, as a page says it. */
export type WireSpan = [Coordinate, Coordinate, number]

/** A hex, its cover, its height. */
export type Height = [number, number, number, number | null]

/**
 * That many tiles from that one on, and what stands on each: "low", "smoke", "light-woods" or
 * another word; "" for nothing any more.
 */
export type TerrainSpan = [number, number, number, string]

/** That many tiles from that one on, and how bright they are: 0 dark, 1 dim, 2 bright. */
export type LevelSpan = [number, number, number, number]

// --- measures ----------------------------------------------------------------------------------
/** What is measured on a map: its distances, areas, and rulers that are shared. */

/** How far an area reaches at most, in the steps of the map's metric. */
export const MAX_REACH = 100

/** The most way points of a ruler. */
export const MAX_POINTS = 40

export type MetricWord = 'steps' | '5-10-5' | 'straight' | '2-3'

export type AreaKind = 'circle' | 'cone' | 'line' | 'ruler'

export type CornerWord = '' | 'north-west' | 'north-east' | 'south-east' | 'south-west'

/** A circle, a cone or a line, or the way points of a ruler. */
export interface AreaShape {
  t: 'shape'
  kind: AreaKind
  /** Where it begins. An area that begins at a figure goes with it. */
  at: FigureOrTile
  /** The radius of a circle, the length of a cone or line: in steps of the map's metric. 0 to MAX_REACH. */
  reach?: number
  /** Of a circle on squares: around this corner of the tile, and not around its centre. */
  corner?: CornerWord
  /** Where a cone or line points; it need not be a tile of the map. */
  toward?: WireTile | null
  /** Of a cone: 90 or 53 (as wide as it is long) on squares, 60 or 120 on hexes; 0: the first. */
  angle?: 0 | 53 | 60 | 90 | 120
  /** Which tiles count: those with their centre in it, or with any part of them. Left out: 'centre'. */
  count?: 'centre' | 'any'
  /** Is only what its origin sees in it? Left out: true. */
  walls?: boolean
  /** Of a ruler: its way points after `at`. At most MAX_POINTS long. */
  points?: WireTile[]
}

/** How distances are counted on a map, and what a tile is in the world of the game. */
export interface MapMeasure {
  /** Left out: 'steps'. */
  metric?: MetricWord
  /** Such as "5 ft"; "": it is only counted. */
  unit?: string
}

/** Somebody in an area, at least with one tile. */
export interface AreaHit {
  figure: string
  /** Is some of them in sight of the area's origin? Left out: true. */
  in_sight?: boolean
  /** By the rule of a game that knows cover: how much they have from the origin ... */
  cover?: string
  /** ... and what that does. */
  effect?: string
}

/** An area or a ruler on the map, as far as its reader knows the map. */
export interface AreaView {
  id: string
  kind: AreaKind
  mine?: boolean
  /** Left out: true. */
  shared?: boolean
  /** Master only: the player's id; "" for the master's own. */
  owner?: string
  reach?: number
  tiles?: Span[]
  /** Where it begins, as points are given; None: the reader does not know that tile. */
  origin?: [number, number]
  /** Of a ruler: its way points, up to the last tile that the reader knows. */
  points?: [number, number][]
  hits?: AreaHit[]
}

// --- game_moves --------------------------------------------------------------------------------
/**
 * What pages say about a game that is played at the table: start, play, take back, end, ask.
 *
 * The rules of games are none of the protocol's business: a move is a short text, taken from the view
 * that the page got (`game_views`), and it is the game that reads it.
 */

export const MAX_SAVE = 60000

/** 1 to 200 long. */
export type MoveText = string

/** How many actions the game had on the page: a move for an older view is refused. 0 to 10000000. */
export type MoveNumber = number

/** At most 20000 long. */
export type ReplayText = string

/** At most 40 long. */
export type GameWord = string

/** Who goes down, and where they begin; or a game that was saved, here or in the terminal. */
export interface OneCardDungeonSetup {
  t: 'one-card-dungeon'
  /** Left out: 'paladin'. */
  hero?: GameWord
  /** 1 to 100. Left out: 1. */
  level?: number
  /** One small level, with hints. */
  tutorial?: boolean
  /** At most MAX_SAVE long. */
  save?: string
}

/** Where, on which side, against whom; or a battle that was saved, here or in the terminal. */
export interface SkirmishSetup {
  t: 'skirmish'
  /** Left out: 'crossing'. */
  map?: GameWord
  /** Against the program: the side that people play. Left out: 'red'. */
  side?: GameWord
  /** Left out: 'program'. */
  against?: 'program' | 'friend'
  /** Left out: true. */
  fog?: boolean
  /**
   * What those see who play no side: with the eyes of one, everything, or only what is called
   * out to both; "": against the program what its opponent sees, else what is called out.
   */
  guests?: '' | 'called' | 'red' | 'blue' | 'all'
  /** At most MAX_SAVE long. */
  save?: string
}

/** Which quest, and who is its master; or one that was saved. */
export interface QuestSetup {
  t: 'quest'
  /** One that comes with sightline, by its name. */
  quest?: GameWord
  /** One of your own, as it is written. At most MAX_SAVE long. */
  text?: string
  /** The one that lies on the table. */
  laid_out?: boolean
  /** Who goes, of those that the quest has; none: all of them. At most 20 long. */
  heroes?: GameWord[]
  /** Left out: 'program'. */
  master?: 'program' | 'person'
  /** At most MAX_SAVE long. */
  save?: string
}

/** Master: put a game on the table, to be begun. */
export interface LayOutGame {
  t: 'lay_out_game'
  game: GameWord
}

/** Master: begin a game; which one, its setup says. */
export interface StartGame {
  t: 'start_game'
  setup: OneCardDungeonSetup | SkirmishSetup | QuestSetup
}

/** Make a move: one that the view offers. */
export interface Play {
  t: 'play'
  move: MoveText
  number: MoveNumber
}

/**
 * Undo the last decision, if no chance has shown itself since. The game's own undo: the table's
 * leaves games alone.
 */
export interface TakeBackMove {
  t: 'take_back_move'
  number: MoveNumber
}

/** Master: who plays that seat of the game; None: the master. */
export interface SetSeat {
  t: 'seat_game'
  seat: GameWord
  player?: Id | null
}

/** Master: end the game as it is, so that its save can be taken away; or clear the table. */
export interface EndGame {
  t: 'end_game'
  clear?: boolean
}

/**
 * A question about the game: what would you do (hint), what if I stood there (from), its
 * file (save) or its link (link) once it is over. In a skirmish, of a unit by its number: whom it
 * could hit, from where it stands or from there (look 3), and what about that hex (about 3).
 */
export interface AskGame {
  t: 'game'
  what: GameWord
  at?: WireTile | null
}

/** A game that was played, as it was after so many actions; beyond its end: at its end. */
export interface AskReplay {
  t: 'replay'
  game: GameWord
  replay: ReplayText
  at?: MoveNumber
}

// --- sight_proofs ------------------------------------------------------------------------------
/** A line of sight as the boards of games draw it. */

/** A line of sight, or the best that is not clear, to be drawn over a game's board. */
export interface SightProof {
  visible: boolean
  words: string
  /** Its two ends. */
  line?: [number, number][]
  /** Where it first meets something that stops it. */
  split?: [number, number]
  /** What is in its way. */
  tiles?: [number, number][]
}

// --- quest_views -------------------------------------------------------------------------------
/**
 * A quest, as a page gets it: the part of the board that its seat knows, and what may be done.
 *
 * Heroes' pages and guests get what the party knows. What nobody of them has seen is in none of these
 * fields: no tile, no name, no number of monsters.
 */

export type QuestSide = 'hero' | 'ally' | 'enemy' | ''

/** A wall, door or gate between two tiles, as far as it is known. */
export interface QuestEdge {
  a: [number, number]
  b: [number, number]
  /** Left out: 'wall'. */
  carries?: 'wall' | 'door' | 'gate'
  state?: '' | 'open' | 'closed' | 'locked' | 'secret'
  /** What may be done with it now, to be sent as it is. */
  move?: string
  /** That in words; or why nothing may. */
  words?: string
}

/** A figure or a piece of furniture that is known. */
export interface QuestPiece {
  name: string
  at: [number, number]
  /** Of a figure, in moves; -1 for furniture, and for whom nobody has met. Left out: -1. */
  number?: number
  /** Left out: [1, 1]. */
  size?: [number, number]
  /** Furniture has none. */
  side?: QuestSide
  kind?: string
  /** Furniture that one cannot see over. */
  tall?: boolean
  /** Where it was last seen; or, on the master's page, one that nobody has met. */
  status?: '' | 'remembered' | 'asleep'
  body?: number
  most?: number
  attack?: number
  defence?: number
  range?: number
  moves?: number
  acted?: boolean
}

/** One of the party. */
export interface QuestMember {
  name: string
  number: number
  /** Left out: 'hero'. */
  side?: QuestSide
  /** Does this page play it? */
  mine?: boolean
  /** The seat that plays it. */
  player?: string
  /** Out of the quest, or through the exit. */
  status?: '' | 'fallen' | 'left'
  body?: number
  most?: number
  attack?: number
  defence?: number
  range?: number
  /** Steps that are left in this turn. */
  moves?: number
  acted?: boolean
}

/** Something that may be done now. */
export interface QuestOffer {
  /** To be sent as it is. */
  move: string
  kind: string
  words: string
  why?: string
}

/** A tile that can be walked to now. */
export interface QuestWay {
  move: string
  at: [number, number]
  cost: number
  /** The tile before it on the way. */
  via: [number, number]
}

/** Somebody who is known, as a target of whoever acts. */
export interface QuestTarget {
  number: number
  name: string
  /** What the attack comes to, or why it cannot be made. */
  words: string
  /** The attack, if it can be made now. */
  move?: string
  sight?: SightProof
}

/** Somebody who acts from this page now, and what it could do. */
export interface QuestWalker {
  number: number
  name: string
  /** Steps that are left. */
  left?: number
  ways?: QuestWay[]
  targets?: QuestTarget[]
}

/** Too close to call: the master says whether it is seen. */
export interface QuestCall {
  a: string
  b: string
  reason: string
  sight: SightProof
  /** The move that says so; "" on the pages of others. */
  seen?: string
  hidden?: string
}

/** A call that was decided; it can be decided anew. */
export interface QuestRuling {
  words: string
  visible: boolean
  /** The move that decides it the other way. */
  overrule?: string
}

/** Something that happened, for the log and to be played on the board. */
export interface QuestStep {
  /** What `GameView.number` was after it. */
  number: number
  kind: string
  words: string
  why?: string
  who?: string
  target?: string
  /** From where to where. */
  path?: [number, number][]
  /** What is left of the target's. */
  body?: number
  /** Of moves, or of whoever attacks. */
  dice?: number[]
  /** The dice of whoever is attacked. */
  against?: number[]
  /** From this face on, a die of the attack counts; 0: it is no attack. */
  hit_at?: number
  ward_at?: number
  /** The fight as one would write it on paper. */
  sum?: string
}

/** A quest that can be begun. */
export interface QuestChoice {
  /** As its setup wants it; "" is the one that lies on the table. */
  name: string
  title: string
  story: string
  goals: string[]
  heroes: string[]
}

/** What can be begun with. */
export interface QuestChoices {
  t: 'quest'
  quests: QuestChoice[]
}

export interface QuestScreen {
  t: 'quest'
  title: string
  story: string
  /** Strict, permissive or adjudicated: what a line that only grazes counts as. */
  mode: string
  /** What is shown of a room that is opened: all of it (room), or what is seen (seen). */
  reveal: string
  /** The program is the master. */
  program: boolean
  round: number
  phase: 'heroes' | 'master' | 'ruling' | 'over'
  /** The last round; 0: there is no last one. */
  rounds?: number
  goals?: [string, boolean][]
  result?: string
  /** Whose turn it is. */
  turn?: string
  /** The seat that is to act; "": any of the party. */
  seat?: string
  /** This page is the master's: it has the whole board. */
  all_known?: boolean
  /**
   * A text a row: '.' in sight, ':' seen before, '#' rock, ' ' unknown; on the master's page ','
   * for what no hero has seen.
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
}

// --- game_views --------------------------------------------------------------------------------
/**
 * A game that is played at the table, as a page gets it: whole, whenever any of it changed.
 *
 * Every move that may be made comes with its text, its words and its price: a page knows no rules.
 */

export interface SeatInfo {
  seat: string
  /** The player's id; "": the master plays it. */
  player?: string
  /** What they are called. */
  name?: string
}

/** A battlefield: both sides know all of it. */
export interface HexGround {
  /** Of one that comes with the game; "" for somebody's own. */
  name: string
  title: string
  text: string
  rounds: number
  goal: number
  /** q, r, height, and what is on it: "woods", "cover", "rock" or "". */
  tiles: [number, number, number, string][]
  /** Each between two hexes. */
  walls: [number, number, number, number][]
  flags: [number, number][]
  /** Where red deploys. */
  red: [number, number][]
  blue: [number, number][]
  /** Left out: 'pointy'. */
  orientation?: string
  /** The units of red and of blue, in words. */
  armies?: string[]
}

/** A way that a unit can walk now. */
export interface SkirmishWay {
  move: string
  at: [number, number]
  cost: number
  left: number
  path: [number, number][]
}

/** An attack that a unit can make now, and what is known of what it does. */
export interface AttackOffer {
  move: string
  /** shot, blast or flame */
  kind: string
  words: string
  /** What it is aimed at. */
  at: [number, number]
  target?: number
  /** In percent; None: it never misses. */
  chance?: number
  /** Those that a blast or a cone reaches. */
  hexes?: [number, number][]
  /** The units that are hit, own ones too, as far as they are seen. */
  hits?: number[]
}

/** A unit as the page may know it. What is left out of the second half is not known. */
export interface SkirmishUnit {
  unit: number
  name: string
  side: string
  kind: string
  letter: string
  /** own, seen, remembered (where it was seen last), unknown (where it is) or fallen. */
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

/** An enemy in sight as the target of a unit's shot. */
export interface SkirmishTarget {
  unit: number
  name: string
  at: [number, number]
  distance: number
  /** The sum that makes the chance, or why there is none. */
  words: string
  chance?: number
  /** The shot, if it can be made now. */
  move?: string
  sight?: SightProof
}

/** Something that happened, as far as the page may know it. */
export interface SkirmishStep {
  /** The how many-th action that this page knows of, from 1; an action has several steps. */
  number: number
  /**
   * deploy, begin, march, spotted, vanished, shot, blast, flame, hurt, fell, flag, pass, resign,
   * over
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

/** What a battle can be begun with. */
export interface SkirmishChoices {
  t: 'skirmish'
  maps: HexGround[]
}

/** A battle with the eyes of one side; or of somebody who sees all, or only hears. */
export interface SkirmishView {
  t: 'skirmish'
  ground: HexGround
  phase: string
  turn: string
  round: number
  points: [number, number]
  ready: [boolean, boolean]
  /** Which of the tiles are in sight, by their place in the list. */
  seen: number[]
  units: SkirmishUnit[]
  steps: SkirmishStep[]
  /** How many actions the steps go up to. */
  count: number
  /** Whose eyes they are; "": nobody's, or everybody's. */
  side?: string
  fog?: boolean
  /** The side that the program plays. */
  program?: string
  /** Both sides are played on this page, and it shows the one that is on. */
  both?: boolean
  result?: string
  winner?: string
  /** Where this side could deploy its units, in their order, while it has not. */
  deploy?: [number, number][]
}

export interface SkillPoints {
  speed: number
  attack: number
  defence: number
  range: number
}

/** Something that may be done now. */
export interface MoveOffer {
  /** To be sent as it is. */
  move: string
  kind: string
  words: string
  /** Of a use of the dice: what one has then. */
  points?: SkillPoints
  /** The faces on speed, attack, defence and range; 0 for none. */
  dice?: number[]
  at?: [number, number]
  why?: string
}

/** A way that can be walked now. */
export interface WayOffer {
  move: string
  at: [number, number]
  cost: number
  /** Speed that is left then. */
  left: number
  path: [number, number][]
}

/** A monster, and what the adventurer can do to it. */
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
  /** Why it cannot be attacked; "": it can. */
  why_not?: string
  /** The attack, if it can be made now. */
  move?: string
  /** Can it attack from where it stands? */
  threat?: string
  sight?: SightProof
}

/** What the monsters will do if the turn ends now. */
export interface ForecastInfo {
  lines: string[]
  /** The damage as one would write it down. */
  blows: string
  lost: number
  health: number
  /** Who ends where. */
  moves?: [string, number, number][]
}

/** Something that happened, for the log and to be played on the board. */
export interface GameStep {
  /** The how many-th action of the game it is, from 1. */
  number: number
  kind: string
  words: string
  why?: string
  /** Whom it is about; "": the adventurer. */
  who?: string
  /** Where they come by, from where they stood. */
  path?: [number, number][]
  /** What is left of theirs. */
  health?: number
  sight?: SightProof
}

/** What a new game can be begun with. */
export interface OneCardDungeonChoices {
  t: 'one-card-dungeon'
  /** Each class, and its power. */
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
  /** A level with hints: the one for now. */
  coach?: string
}

export interface GameAnswer {
  t: 'game'
  words?: string
  lines?: string[]
  /** The first move of what is advised. */
  move?: string
  foes?: FoeInfo[]
  /** The name of the file whose text `words` is. */
  file?: string
  targets?: SkirmishTarget[]
  sight?: SightProof
}

/** A game as it was after `at` of `count` actions. */
export interface ReplayAnswer {
  t: 'replay'
  at: number
  count: number
  view: OneCardDungeonView | SkirmishView | QuestScreen
}

// --- actions -----------------------------------------------------------------------------------
/** Every action that a page can ask for: what changes the table, and can be undone and redone. */

/** 0 to 100000. */
export type Health = number

export type HealthShown = 'number' | 'word' | 'nothing'

export interface Move {
  t: 'move'
  figure: Id
  to: WireTile
  /** Where the mover saw it: if somebody moved it meanwhile, this move is refused. */
  start?: WireTile | null
}

/** Open, close, lock, hide (secret) or find (closed) a door or gate: `edge` or `wall`. */
export interface SetDoor {
  t: 'door'
  state: 'open' | 'closed' | 'locked' | 'secret'
  edge?: [WireTile, WireTile] | null
  wall?: [WirePoint, WirePoint] | null
}

/** Lay an area, or a ruler, on the map for all to see; or for oneself and the master alone. */
export interface PutArea extends Omit<AreaShape, 't'> {
  t: 'put_area'
  /** Left out: true. */
  shared?: boolean
}

/** One's own; the master takes away any. */
export interface RemoveArea {
  t: 'remove_area'
  area: Id
}

/** The master: the last change by anybody. A player: their own last move. */
export interface Undo {
  t: 'undo'
  /**
   * Master: players forget what that change showed them, as far as they know it by nothing
   * else.
   */
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
 * Say what stands on tiles: low walls, woods, smoke; None: nothing. What it does to sight and
 * cover is the word of the rule in force.
 */
export interface SetTerrain {
  t: 'terrain'
  /** 1 to MAX_BATCH long. */
  tiles: WireTile[]
  kind: TerrainKind | null
}

/** Put a wall, door or gate on edges between neighbours; None clears them. */
export interface SetEdges {
  t: 'edges'
  /** 1 to MAX_BATCH long. */
  edges: [WireTile, WireTile][]
  carries: ThresholdKind | null
  state?: DoorState
}

export interface AddWall {
  t: 'wall'
  ends: [WirePoint, WirePoint]
  /** Left out: 'wall'. */
  carries?: ThresholdKind
  state?: DoorState
}

export interface RemoveWall {
  t: 'unwall'
  ends: [WirePoint, WirePoint]
}

/**
 * One stroke of the eraser, to be undone as one: tiles that become floor without terrain, edges
 * that carry nothing any more, and free walls that go. What is gone already is no error.
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

/** Cover and height of hexes; None for the height makes it unknown. */
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
 * Let players know tiles, which they remember from now on: those of the spans and of the room
 * that `room` lies in; neither given, the whole map. So with all that is done to the fog.
 */
export interface Reveal {
  t: 'reveal'
  /** At most MAX_SPANS long. */
  spans?: WireSpan[]
  room?: WireTile | null
  /** "all", "here" (those with a figure on this map), or a player's id. Left out: 'all'. */
  who?: Id
}

/** Take tiles out of players' memory, but for what they see now. */
export interface Forget {
  t: 'forget'
  /** At most MAX_SPANS long. */
  spans?: WireSpan[]
  room?: WireTile | null
  /** Left out: 'all'. */
  who?: Id
}

/** Cover tiles, so that no player sees them, whatever else they see; or uncover them. */
export interface CoverTiles {
  t: 'cover'
  /** At most MAX_SPANS long. */
  spans?: WireSpan[]
  room?: WireTile | null
  /** Left out: true. */
  on?: boolean
}

/** Show tiles to all players, as if each saw them; or show them no longer. */
export interface ShowTiles {
  t: 'show'
  /** At most MAX_SPANS long. */
  spans?: WireSpan[]
  room?: WireTile | null
  /** Left out: true. */
  on?: boolean
}

/** What is seen on this map beside the rule. */
export interface SetSight {
  t: 'sight'
  /** Is a room seen whole by whoever sees a part of it? */
  whole_rooms?: boolean
  /** Do figures stand in the way of others of their own side? */
  friends_block?: boolean
}

/** A lamp on a tile: bright and dim so far. It shows where the map itself is darker. */
export interface PlaceLamp {
  t: 'lamp'
  at: WireTile
  bright: WireRadius
  dim: WireRadius
  color?: LampColor
}

export interface EditLamp {
  t: 'edit_lamp'
  lamp: Id
  at?: WireTile
  bright?: WireRadius
  dim?: WireRadius
  color?: LampColor
  on?: boolean
}

export interface RemoveLamp {
  t: 'unlamp'
  lamp: Id
}

/** How dark the map is where no lamp shines. */
export interface SetDarkness {
  t: 'darkness'
  darkness: DarknessWord
}

/** `kind` is "figure" or a kind of furniture; what is unset comes from the kind. */
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
  /** Hidden figures are in no player's data and block nobody's sight. */
  hidden?: boolean
  owners?: Id[]
}

export interface EditFigure {
  t: 'edit'
  figure: Id
  name?: Name
  /** What players call it; "": by its name. At most MAX_NAME long. */
  alias?: string
  side?: Side
  size?: [number, number]
  blocks?: boolean
  sighted?: boolean
  hidden?: boolean
  /** At most 100 long. */
  owners?: Id[]
  /**
   * Whose it is by the rules of games that tell allies from enemies, if that is not what `side`
   * says: any word; "": as `side` says.
   */
  team?: Team
  /** How far it sees; None: at any distance. */
  sight_range?: WireRadius | null
  /** How far it sees in the dark; None: at any distance. */
  dark_vision?: WireRadius | null
  /** What it carries; None: no lamp. */
  lamp?: WireLamp | null
}

/** Another one like it on the same map, with a number behind its name. It is nobody's. */
export interface DuplicateFigure {
  t: 'duplicate'
  figure: Id
  at: WireTile
}

export interface RemoveFigure {
  t: 'remove'
  figure: Id
}

/** Take a figure of another map to this one. */
export interface BringFigure {
  t: 'bring'
  figure: Id
  at: WireTile
}

export interface SetRule {
  t: 'rule'
  rule: Record<string, unknown>
}

/** How distances are counted on the map, and what a tile is: "5 ft", or "" for nothing. */
export interface SetMeasure {
  t: 'measure'
  metric: MetricWord
  /** At most 20 long. */
  unit?: string
}

/** Rule on a call: both ends as the call names them. */
export interface Decide {
  t: 'decide'
  a: FigureOrTile
  b: FigureOrTile
  visible: boolean
  why?: Reason
  /** By the rule of a game, how much cover there is; "": only whether it is seen is decided. At most 40 long. */
  degree?: string
}

/** Undo a ruling, by its number. */
export interface TakeBack {
  t: 'take_back'
  ruling: number
}

/** Lay a picture under the map, or the one that lies there otherwise. */
export interface LayPicture {
  t: 'lay_picture'
  /** Where the board begins on it: the top left corner of squares, the centre of the hex (0, 0) */
  origin: [PixelNumber, PixelNumber]
  /** How large a tile is on it: of hexes, between two parallel sides. */
  step: [PixelNumber, PixelNumber]
  /** The picture that was sent, by what the server called it; None: the one that lies there. */
  upload?: Id | null
  /** Only for the players, in place of the master's. */
  players?: boolean
  /** Left out: 'hand'. */
  grid_from?: GridFrom
}

/** Take the picture away; or say which one players get what they know of. */
export interface SetPicture {
  t: 'picture'
  remove?: boolean
  players?: 'same' | 'none'
}

/** Give a figure a picture that was sent, or none; a player: one of their own. */
export interface SetFace {
  t: 'face'
  figure: Id
  upload?: Id | null
}

/** An empty map: rows and columns of squares, or a disc of hexes with `rows` as its radius. */
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

/** Turn all players to this map; None takes the map away from them. */
export interface ShowMap {
  t: 'show_map'
  map: Id | null
}

/** How players see the health of others, by side; a side that is left out stays as it was. */
export interface HealthBySide {
  hero?: HealthShown
  ally?: HealthShown
  enemy?: HealthShown
  neutral?: HealthShown
}

export interface SetOptions {
  t: 'options'
  /** Does every player see what any player's figure sees? */
  shared_sight?: boolean
  players_move?: boolean
  players_doors?: boolean
  /** Nobody new may join. */
  room_locked?: boolean
  health_shown?: HealthBySide
}

/**
 * What a figure is: poisoned, asleep. `rounds`: how many are left, counted at the start or end
 * of that entry's turns; 0: until it is taken away.
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
  /** Only the master knows. Players cannot keep any from the master. */
  secret?: boolean
}

/** Health and conditions of a figure; a player's: of one of their own. None: not counted. */
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
 * Let the server roll: "2d6+1", "d20", "4d6h3". Everybody sees every die, and what for; of a
 * secret roll, that there was one.
 */
export interface RollDice {
  t: 'roll'
  dice: Words
  purpose?: Words
  secret?: boolean
}

/** Real dice were rolled, and show this: it is marked as said. */
export interface TellRoll {
  t: 'tell_roll'
  /** -100000 to 100000. */
  total: number
  purpose?: Words
}

/**
 * The turn of this entry is over: by its player, or by the master for anybody. It names the
 * entry, so that two who end it at once end one turn.
 */
export interface FinishTurn {
  t: 'end_turn'
  entry: Id
}

/** Put figures of this map into the order of turns. */
export interface AddTurns {
  t: 'add_turns'
  /** 1 to 200 long. */
  figures: Id[]
  /** Also those that are in it already: they act more than once. */
  again?: boolean
}

export interface EditTurn {
  t: 'edit_turn'
  entry: Id
  /** What it is sorted by, the highest first; equal ones stay as they stand. -10000 to 10000. */
  number?: number | null
  /** It is passed over. */
  defeated?: boolean
  /** Move it right before that entry; None: to the end. */
  before?: Id | null
}

/** Take an entry out. If it was its turn, it is the next one's. */
export interface RemoveTurn {
  t: 'remove_turn'
  entry: Id
}

/** Begin (the first one's turn, round 1), stop, or choose how it goes. */
export interface SetTurns {
  t: 'turns'
  on?: boolean
  /** Players act with a figure in its turn only. */
  in_turn_only?: boolean
  numbers_shown?: boolean
  /** Take everybody out. */
  clear?: boolean
}

/** Write a note that only the master sees, on a tile or a figure of this map; "" deletes it. */
export interface SetNote {
  t: 'note'
  /** At most MAX_NOTE long. */
  text: string
  /** Which one; None: a new one. */
  note?: Id | null
  at?: WireTile | null
  figure?: Id | null
}

export interface Admit {
  t: 'admit'
  player: Id
}

/** Show a player the door: the link dies, the connection closes. */
export interface Dismiss {
  t: 'dismiss'
  player: Id
}

/**
 * A new secret in place of the old, which dies: a player's, or of the link to join, or of the
 * master (whose other pages are then closed; this one gets the new secret as what it made).
 */
export interface NewLink {
  t: 'new_link'
  of: 'player' | 'join' | 'master'
  player?: Id | null
}

export type PlayerAction =
  | Move
  | SetDoor
  | PutArea
  | RemoveArea
  | Undo
  | Redo
  | MarkFigure
  | RollDice
  | TellRoll
  | FinishTurn
  | SetFace
  | Play
  | TakeBackMove

export type MasterAction =
  | PlayerAction
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
  | SetMeasure
  | SetRule
  | Decide
  | TakeBack
  | LayPicture
  | SetPicture
  | NewMap
  | RenameMap
  | DeleteMap
  | ShowMap
  | SetOptions
  | AddTurns
  | EditTurn
  | RemoveTurn
  | SetTurns
  | SetNote
  | Admit
  | Dismiss
  | NewLink
  | LayOutGame
  | StartGame
  | SetSeat
  | EndGame

// --- questions ---------------------------------------------------------------------------------
/** Every question that a page can ask. Nothing changes by asking. */

/** Does `a` see `b`, and why? A player asks from a figure of theirs about what they know. */
export interface AskSight {
  t: 'sight'
  a: FigureOrTile
  b: FigureOrTile
  all_lines?: boolean
  /** Draw it, too. */
  picture?: boolean
  /** Master: as if figure `a` stood there (while it is dragged). */
  at?: WireTile | null
}

/** Which tiles does an area cover, and who is in it? A player: as far as they know. */
export interface AskArea extends Omit<AreaShape, 't'> {
  t: 'area'
}

/** Which way would the figure go there, step by step? A player: over what they know. */
export interface AskWay {
  t: 'way'
  figure: Id
  to: WireTile
}

/** Master: what would every rule, with all its ties, say of this look? */
export interface AskEveryRule {
  t: 'every_rule'
  a: FigureOrTile
  b: FigureOrTile
}

/**
 * What does a figure see; all players' figures, if none is given? `at`: as if it stood there.
 * A player gets the answer by what they know, and no other.
 */
export interface AskField {
  t: 'field'
  figure?: Id | null
  at?: WireTile | null
}

/** Who sees whom on the master's map. */
export interface AskWho {
  t: 'who'
}

/** Why does this player see nothing? */
export interface AskChecklist {
  t: 'checklist'
  player: Id
}

/** Master: what does this player know of the map that I look at? */
export interface AskKnown {
  t: 'known'
  player: Id
}

/** Every ruling on the master's map, and what became of it. */
export interface AskRulings {
  t: 'rulings'
}

/** How did everybody's dice fall so far? */
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
  | AskReplay

// --- client ------------------------------------------------------------------------------------
/**
 * The messages that a page sends.
 *
 * A page says `Hello` (a master's or player's secret) or `Join` (the players' link and a name), then
 * `Do`es things and `Ask`s questions. The server answers each `Do` with `Done` (it is on the disk) or
 * `Refused` (nothing changed), each `Ask` with `Answer` or `Refused`, and sends what has changed.
 */

export const MAX_MESSAGE_BYTES = 65536

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
  /** Made by the page, new for each change: sent again after a lost line, it is done once. */
  id: Id
  action: MasterAction
}

export interface Ask {
  t: 'ask'
  id: Id
  question: Question
}

/** Master: turn my own page to this map. */
export interface LookAt {
  t: 'look_at'
  map: Id
}

/** Master: show me what this player's page gets, the very data; None: my own view again. */
export interface Watch {
  t: 'watch'
  player: Id | null
}

/** Look here: everybody who knows the tile sees a ping on it. A player pings tiles they know. */
export interface PingTile {
  t: 'ping_tile'
  at: WireTile
}

/** Send me the picture of these tiles. What a player does not know is left out of the answer. */
export interface WantTiles {
  t: 'want_tiles'
  /** As `Stage` and `Change` name it. */
  picture: Id
  tier: Tier
  /** 1 to MAX_WANTED long. */
  tiles: WireTile[]
}

/** Send me the pictures of these figures, by what `FigureView` calls them. */
export interface WantFaces {
  t: 'want_faces'
  /** 1 to 50 long. */
  faces: Id[]
}

export interface Ping {
  t: 'ping'
}

export type FromPage =
  | Hello
  | Join
  | Do
  | Ask
  | LookAt
  | Watch
  | PingTile
  | WantTiles
  | WantFaces
  | Ping

// --- answers -----------------------------------------------------------------------------------
/** What the server answers to questions, one struct for each. */

export type VerdictName = 'visible' | 'hidden' | 'ambiguous'

/** What the master ruled. */
export interface RulingNote {
  visible: boolean
  by: string
  /**
   * As ISO 8601 in UTC, or as a file had it that was brought along. Players do not get it, nor
   * the reason.
   */
  when?: string
  why?: string
  /** How much cover was ruled, if it was. */
  degree?: string
}

/** A ruling that no longer holds, and why. */
export interface LapsedRuling {
  ruling: RulingNote
  because: string
}

/** Who took a ruling back, when (as in a RulingNote) and why. */
export interface RulingUndone {
  by: string
  when: string
  why?: string
}

/** A line that was tried, as the engine has it. */
export interface SightLine {
  start: [number, number]
  end: [number, number]
  /** clear, corner, edge or blocked. */
  contact: string
  /** Among lines that are counted: what it counts as; "open" if that is for the master. */
  counts?: '' | 'free' | 'blocked' | 'open'
}

/** Something in the way: a tile, an edge (two tiles), or a free wall (two points). */
export interface Obstacle {
  words: string
  tile?: [number, number]
  edge?: [[number, number], [number, number]]
  wall?: [[number, number], [number, number]]
  /** Where the line first meets it. */
  at?: [number, number]
}

/** A hex on the way, from the side. */
export interface ProfileStep {
  tile: [number, number]
  /** None: it is not known, and counts as 0. */
  height?: number
  /** It rises above the line between both ends. */
  too_high?: boolean
}

export interface SightAnswer {
  t: 'sight'
  /** By the rule alone; hidden too, if the light or the distance is against it. */
  verdict: VerdictName
  /** What counts, after rulings. */
  visible: boolean
  /** All of it in sentences. */
  words: string
  /** Why, without the verdict in front; "": nothing that this page may know. */
  reason: string
  /** The rule and ties in force, in words. */
  rule: string
  /**
   * By the rule of a game, how much cover the target has: "none", "half" ... as the game calls
   * it; both where it is for the master. "" where nobody asks for cover, or it is not seen.
   */
  degree?: string
  /** What that cover does in the game. */
  effect?: string
  /**
   * How many of `lines` were counted as blocked: with touches that are the master's to judge
   * passing, and blocking.
   */
  blocked?: [number, number]
  ruled?: RulingNote
  /** It is in sight, but further away than the viewer sees, or unlit. */
  failed?: '' | 'range' | 'light'
  /** The deciding line's two points, or the middles of a ray's hexes. */
  line?: [number, number][]
  /** Where the deciding line first meets something that stops it. */
  split?: [number, number]
  obstacles?: Obstacle[]
  /** Every line tried, if asked for; those that were counted in any case. */
  lines?: SightLine[]
  /** A hex ray step by step in words, if all lines were asked for. */
  steps?: string[]
  /** A hex ray from the side, where a height on it is known: the deciding one. */
  profile?: ProfileStep[]
  /** An SVG, if asked for. */
  picture?: string
}

export interface RuleVerdict {
  kind: string
  ties: string
  verdict: VerdictName
  in_force?: boolean
  /** By the rules of games that know cover, as in a SightAnswer. */
  degree?: string
  effect?: string
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

/** The tiles that an area covers, and who is in it. */
export interface AreaAnswer {
  t: 'area'
  tiles: Span[]
  hits?: AreaHit[]
}

/** Every tile of the way, both ends included; empty: there is none. */
export interface WayAnswer {
  t: 'way'
  way: [number, number][]
}

/**
 * Ids of the figures in order, and for each the indices of those it sees, and of those that
 * are too close to call.
 */
export interface WhoAnswer {
  t: 'who'
  figures: string[]
  sees: number[][]
  open: number[][]
  /**
   * By the rule of a game: the degrees of cover that occur here, the least first; those that are
   * for the master ("none or half") last.
   */
  degrees?: string[]
  /**
   * For each figure, and each that it sees in the order of `sees`: which of these degrees the
   * other has from it.
   */
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

/** What a player sees now, and all that they know. */
export interface KnownAnswer {
  t: 'known'
  lit: Span[]
  known: Span[]
}

export interface RulingInfo {
  number: number
  /** Both ends, as people call them. */
  a: string
  b: string
  ruling: RulingNote
  /** in force, lapsed, replaced or undone. */
  status: string
  /** Why it is lapsed or replaced. */
  because?: string
  undone?: RulingUndone
}

export interface RulingsAnswer {
  t: 'rulings'
  rulings: RulingInfo[]
}

/** How the dice of one person with so many sides fell, taken back or not. */
export interface DiceCount {
  who: string
  sides: number
  /** How often each face came up, from 1 on. */
  faces: number[]
}

/**
 * How many rolls of one person there were: of all, those that were secret to whoever asks, said
 * or taken back.
 */
export interface RollCount {
  who: string
  rolls: number
  secret?: number
  said?: number
  taken_back?: number
}

/** Everybody's dice. What is secret to whoever asks is counted as a roll, and its faces not. */
export interface DiceAnswer {
  t: 'dice'
  rolls: RollCount[]
  dice: DiceCount[]
}

/** What a question can be answered with. */
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
  | ReplayAnswer

// --- server ------------------------------------------------------------------------------------
/** The messages that the server sends. */

/** A lamp that is in sight; for the master, every lamp. */
export interface LampView {
  /** Its own, or that of the figure that carries it. */
  id: string
  at: [number, number]
  /** How far it shines, brightly or dimly. */
  reach: number
  color?: string
  /** Where its colour is seen; of plain light, nothing. */
  falls_on?: Span[]
  held?: boolean
  /** Master only. */
  bright?: number
  /** Master only. */
  dim?: number
  /** Master only: players get lamps that shine. Left out: true. */
  on?: boolean
}

export interface ConditionView {
  text: string
  icon?: string
  /** How many are left: for the master, and of one's own figures. */
  rounds?: number
  /** Master only, like the next two: with whose turns they are counted. */
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
  /** Left out: 'neutral'. */
  side?: string
  /** Left out: 'figure'. */
  kind?: string
  furniture?: boolean
  /** Left out: true. */
  blocks?: boolean
  /** Player: it is theirs to move. */
  mine?: boolean
  /** Player: furniture as last seen, out of sight now. */
  ghost?: boolean
  /** Left out: true. */
  sighted?: boolean
  /** Master only. */
  hidden?: boolean
  /** Master only: the players' ids. */
  owners?: string[]
  /** Master only: what players call it, if that is not its name. They get it as its name. */
  alias?: string
  /** Master only: whose it is for allies and enemies, where `side` does not say it. */
  team?: string
  /** How far it sees; None: at any distance. Master, and player of their own. */
  sight_range?: number | null
  /** How far it sees in the dark, likewise. */
  dark_vision?: number | null
  /** What it carries, likewise. */
  lamp?: WireLamp | null
  /** None: nobody counts it, or it is not shown to this player. */
  health?: number | null
  most_health?: number | null
  /** In place of the number, for others: unhurt, hurt, badly hurt or down. */
  health_word?: string
  conditions?: ConditionView[]
  /** What `WantFaces` calls its picture, for this page; "": it has none. */
  face?: string
}

/** What the server left out of a FigureView. */
export const FIGURE_VIEW_DEFAULTS = {
  size: [1, 1],
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
  face: '',
} satisfies Partial<FigureView>

/** A map, whole: all of it for the master, what is known for a player. */
export interface Stage {
  t: 'stage'
  map: string
  grid: string
  /** Left out: 'pointy'. */
  orientation?: string
  /** Master only. */
  name?: string
  /** Master only: rows and columns of squares. */
  size?: [number, number]
  /** The rule in words, its ties too. */
  rule?: string
  tiles?: Run[]
  /** What is seen now; None (left out): all of it. */
  lit?: Span[]
  edges?: WireEdge[]
  walls?: WallPiece[]
  heights?: Height[]
  terrain?: TerrainSpan[]
  figures?: FigureView[]
  /** Master only: the tiles that are covered ... */
  veiled?: Span[]
  /** ... and those that are shown to all. */
  shown?: Span[]
  /** Player: what of the tiles that are seen now is not bright. */
  light?: LevelSpan[]
  /** Player: those in sight, where it is not daylight. */
  lamps?: LampView[]
  areas?: AreaView[]
  /** Never left out. */
  measure?: MapMeasure
  /** Player: what they saw happen on this map so far, the last lines. */
  log?: string[]
  /** Player: what `WantTiles` calls the map's picture; "": there is none. */
  picture?: string
}

/** What became different on the stage. Each thing is sent whole, as it is now. */
export interface Change {
  t: 'change'
  tiles?: Run[]
  /** Tiles that are seen from now on ... */
  lit?: Span[]
  /** ... and those that are no longer. */
  unlit?: Span[]
  edges?: WireEdge[]
  /** What there is now between two ends; "" for nothing any more. */
  walls?: WallPiece[]
  heights?: Height[]
  terrain?: TerrainSpan[]
  figures?: FigureView[]
  /** Ids of figures to take off the stage. */
  gone?: string[]
  /** All areas, as they are now; None (left out): as they were. */
  areas?: AreaView[]
  measure?: MapMeasure
  rule?: string
  /** Player: tiles that are not known any more. What stood on them is named above. */
  forgotten?: Span[]
  /** Master only: all that is covered now, if that changed ... */
  veiled?: Span[]
  /** ... and all that is shown. */
  shown?: Span[]
  /**
   * Player: tiles in sight that are brighter or darker than they were; those that are seen from
   * now on are bright, if nothing else is said.
   */
  light?: LevelSpan[]
  lamps?: LampView[]
  /** Lamps that are in sight no longer. */
  lamps_gone?: string[]
  /** Player: the same in words, as far as it is worth telling. */
  log?: string[]
  /** Player: as in `Stage`, if it is another; None (left out): as it was. */
  picture?: string
}

/** Master: the light of the map that the page looks at, whole, whenever any of it changed. */
export interface MapLighting {
  t: 'lighting'
  map: string
  /** Left out: 'daylight'. */
  darkness?: DarknessWord
  /** What is not bright. */
  light?: LevelSpan[]
  lamps?: LampView[]
}

/**
 * Pictures of tiles. It comes as a binary message: the length of this in four bytes, the
 * highest first, then this, then the pictures, each a WebP.
 */
export interface TilePack {
  t: 'tiles'
  picture: string
  /** How wide they are: less than was asked for, where the picture itself is no finer. */
  tier: number
  /** Each tile, and how many bytes its picture has; 0: the picture does not reach there. */
  tiles?: [number, number, number][]
}

/** Pictures of figures, likewise. */
export interface FacePack {
  t: 'faces'
  faces?: [string, number][]
}

/** Player: the master shows no map. */
export interface NoStage {
  t: 'no_stage'
}

/** A look that only the master can decide. `words` and `reason` say why it is close. */
export interface CallInfo {
  a: string | [number, number]
  b: string | [number, number]
  a_name: string
  b_name: string
  words: string
  reason: string
  /** The map that it is on, as its id. */
  map?: string
  /** The player who asked about it, if one did. */
  asked_by?: string
  /** It is seen in any case, and only open which of these degrees of cover there is. */
  degrees?: string[]
  /** An earlier ruling on it. */
  lapsed?: LapsedRuling
}

export interface MapInfo {
  id: string
  name: string
  grid: string
  /** Do the players see this one? */
  shown?: boolean
}

export interface PlayerInfo {
  id: string
  name: string
  /** For the player's own link. */
  secret: string
  /** They have knocked, and wait to be let in. */
  waiting?: boolean
  /** How many of their pages are connected. */
  pages?: number
  figures?: string[]
}

/** A player's figure on another map than the master looks at: it can be brought here. */
export interface Elsewhere {
  id: string
  name: string
  /** That map's name. */
  map: string
  /** Left out: 'neutral'. */
  side?: string
  /** Left out: [1, 1]. */
  size?: [number, number]
}

/** One of the values that a setting of a rule may have. */
export interface SettingChoice {
  value: string
  title: string
  /** What it means, in a sentence. */
  words: string
}

/** Something that can be set of a rule. */
export interface RuleSetting {
  name: string
  kind: 'flag' | 'choice' | 'number'
  title: string
  usual: boolean | string | number
  choices?: SettingChoice[]
  /** The smallest number that it may be. */
  least?: number
  /** Left out: 1.0. */
  step?: number
}

/** A rule that can be chosen on this map's grid. */
export interface RuleKind {
  /** Its word in `TableInfo.rule`; "pack:" and a name for the rule of a game. */
  kind: string
  title: string
  /** When one sees another by it. */
  summary: string
  settings?: RuleSetting[]
  /** The heading that games stand under; "" for rules of geometry alone. */
  group?: string
}

/** A degree of cover, and what it does in the game. */
export interface DegreeInfo {
  name: string
  effect: string
}

/** The game whose rule is in force. */
export interface PackInfo {
  /** Book, edition and page. */
  source: string
  /** What could not be verified, if something could not. */
  unverified?: string
  /** May one see another without being seen, or with other cover? */
  one_way?: boolean
  /** Those with an effect. */
  degrees?: DegreeInfo[]
  /** The kinds of terrain that count in it. */
  terrain?: string[]
}

/** As it is on this map's grid, unless it is placed otherwise. */
export interface FurnitureKind {
  kind: string
  size: [number, number]
  blocks: boolean
}

/** The picture under the master's map. Numbers are in its own pixels, and exact. */
export interface PictureInfo {
  id: string
  pixels: [number, number]
  origin: [string, string]
  step: [string, string]
  grid_from: GridFrom
}

/** Master: everything beside the stage, whole, whenever any of it changed. */
export interface TableInfo {
  t: 'table'
  maps: MapInfo[]
  /** The one on the master's own page. */
  map: string
  players: PlayerInfo[]
  rule: Record<string, unknown>
  rules: RuleKind[]
  options: Record<string, boolean>
  /** By side: "number", "word" or "nothing". */
  health_shown: Record<string, string>
  join_secret: string
  /** Where other machines reach the table; the page puts the secret behind it. */
  addresses: string[]
  /** The kinds of furniture there are. */
  furniture: FurnitureKind[]
  /** What would be undone, in words; "": nothing. */
  undo?: string
  /** Did it show something to players that they could forget with it? */
  undo_showed?: boolean
  redo?: string
  /** The settings of sight of the master's map, as in SetSight. */
  whole_rooms?: boolean
  /** Left out: true. */
  friends_block?: boolean
  /** The player whose data the stage shows now. */
  watching?: string
  /** Of the rule in force, if it is that of a game. */
  pack?: PackInfo
  /** The kinds of terrain that the master is offered. */
  terrain?: string[]
  /** What lies under the master's map. */
  picture?: PictureInfo
  /** Their own, if they have another. */
  players_picture?: PictureInfo
  /** Of which picture players get what they know. Left out: 'same'. */
  players_see?: 'same' | 'own' | 'none'
  elsewhere?: Elsewhere[]
}

/** Master: the queue, whole, whenever it changed. */
export interface Calls {
  t: 'calls'
  calls: CallInfo[]
}

/** A place in the order of turns. Players get those of figures that they see now. */
export interface TurnView {
  id: string
  figure: string
  name: string
  /** Player: it is theirs to end. */
  mine?: boolean
  number?: number
  defeated?: boolean
}

/**
 * The order of turns, whole, whenever it changed: the master's of the map on the page, a
 * player's as far as they see who is in it.
 */
export interface TurnOrder {
  t: 'turns'
  entries?: TurnView[]
  /** Whose turn it is, as an entry's id. */
  active?: string
  /** Player: it is somebody's turn whom they do not see. */
  masters_turn?: boolean
  /**
   * 0: it has not begun. Players get the round with the turns of those whom they see: at which
   * of the others it ends is not for them.
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
}

/** Master: the notes on the map on the page, whole, whenever they changed. */
export interface Notes {
  t: 'notes'
  notes?: NoteView[]
}

export interface DiceView {
  sides: number
  faces: number[]
  /** The places of those that count; empty: all do. */
  kept?: number[]
  minus?: boolean
}

/** A roll. One that is secret to whoever gets this says who rolled, and when. */
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

/** The last rolls, for a page that comes in. */
export interface Rolls {
  t: 'rolls'
  rolls: RollView[]
}

/** A roll, new or taken back. */
export interface Rolled {
  t: 'rolled'
  roll: RollView
}

/** Somebody points at a tile that whoever gets this knows. Nobody keeps it. */
export interface Pinged {
  t: 'pinged'
  who: string
  at: [number, number]
}

/** A line for the master's log. Players have theirs with `Stage` and `Change`. */
export interface Log {
  t: 'log'
  who: string
  text: string
  /** Nothing changed: it was only tried. */
  attempt?: boolean
}

/** Player: everything beside the stage, whole, whenever any of it changed. */
export interface Seat {
  t: 'seat'
  id: string
  name: string
  /** Not let in yet. */
  waiting?: boolean
  figures?: string[]
  may_move?: boolean
  may_open?: boolean
  shared_sight?: boolean
  /** Is there a move of theirs to take back? */
  undo?: boolean
  /** What awaits the master, in words: only what the player knows of. */
  calls?: string[]
}

/** The game that is on the table; without a name there is none. */
export interface GameView {
  t: 'game'
  name?: string
  title?: string
  /** Another one for each game. */
  id?: string
  /** How many actions were done, as far as this page may know. */
  number?: number
  /** May this page make the next move? */
  mine?: boolean
  may_undo?: boolean
  /** over: who won, the view says. */
  over?: '' | 'won' | 'lost' | 'drawn' | 'over' | 'ended'
  seats?: SeatInfo[]
  /** None: it has not begun. */
  view?: OneCardDungeonView | SkirmishView | QuestScreen
  /** What a new one can be begun with, for whoever may begin it, where none goes on. */
  choices?: OneCardDungeonChoices | SkirmishChoices | QuestChoices
}

/** The first message to every page. `secret`: only after Join, the player's own from now on. */
export interface Welcome {
  t: 'welcome'
  role: 'master' | 'player'
  secret?: string
}

export interface Done {
  t: 'done'
  id: string
  /** The id of what the action made, if it made something. */
  made?: string
}

export interface Refused {
  t: 'refused'
  id: string
  why: string
}

export interface Answer {
  t: 'answer'
  id: string
  answer: AnswerTo
}

export interface Pong {
  t: 'pong'
}

/** The server closes the connection; `again`: the page should come back by itself. */
export interface Bye {
  t: 'bye'
  why: string
  again?: boolean
}

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
