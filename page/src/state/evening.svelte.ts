import type { NoteView, Notes, Pinged, Rolled, Rolls, RollView, TurnOrder, TurnView } from '../protocol/messages.gen'
import { names } from './names.svelte'
import { sounds } from './page/sounds.svelte'
import { table } from './table.svelte'
import { actor, t } from '../words/words.svelte'

/** Messages about turns, notes, rolls and pings. */
export type EveningMessage = TurnOrder | Notes | Rolls | Rolled | Pinged
export interface Ping extends Pinged {
  id: number
}

const NO_TURNS: TurnOrder = { t: 'turns' }
/** How long a ping stays on the map, and a roll over it, in milliseconds. */
const PING_STAYS = 4000
const ROLL_STAYS = 5000
const OWN_ROLL_STAYS = 8000
/** The maximum number of rolls over the map. */
const MOST_FRESH = 3
const MOST_ROLLS = 100

/** The session besides the map: turns, dice, the game master's notes, pings. */
class Evening {
  turns = $state.raw<TurnOrder>(NO_TURNS)
  notes = $state.raw<readonly NoteView[]>([])
  rolls = $state.raw<readonly RollView[]>([])
  /** The rolls shown over the map now. */
  fresh = $state.raw<readonly RollView[]>([])
  pings = $state.raw<readonly Ping[]>([])
  /** The announcement for screen readers. */
  spoken = $state('')
  #lastPing = 0

  readonly entries: readonly TurnView[] = $derived(this.turns.entries ?? [])
  readonly active: TurnView | null = $derived(this.entries.find((each) => each.id === this.turns.active) ?? null)
  readonly begun: boolean = $derived(this.active !== null || !!this.turns.masters_turn)

  /** The page reconnected, and receives everything again. */
  reset(): void {
    this.turns = NO_TURNS
    this.notes = []
    this.rolls = []
  }

  update(message: EveningMessage, isPlayer: boolean): void {
    switch (message.t) {
      case 'turns':
        this.#turn(message, isPlayer)
        break
      case 'notes':
        this.notes = message.notes ?? []
        break
      case 'rolls':
        this.rolls = message.rolls
        break
      case 'rolled':
        this.#rolled(message.roll, isPlayer)
        break
      case 'pinged':
        this.#ping(message)
        break
    }
  }

  /** Whether a player has to wait for this figure's turn. */
  waits(figure: string): boolean {
    return !!this.turns.in_turn_only && this.begun && this.active?.figure !== figure
  }

  #turn(turns: TurnOrder, isPlayer: boolean): void {
    const before = turnWords(this.turns)
    this.turns = turns
    const words = turnWords(turns)
    if (!words || words === before) return
    this.#say(words)
    const active = this.active
    if (active?.mine) sounds.play('turn')
    if (isPlayer) table.write('', words)
  }

  #rolled(roll: RollView, isPlayer: boolean): void {
    const known = this.rolls.some((each) => each.id === roll.id)
    this.rolls = known
      ? this.rolls.map((each) => (each.id === roll.id ? roll : each))
      : [...this.rolls.slice(1 - MOST_ROLLS), roll]
    const words = known ? `${rollWords(roll)}: ${roll.taken_back ? t('turns.undone') : t('turns.restored')}` : rollWords(roll)
    this.#say(`${actor(roll.who)} ${words}.`)
    if (known) this.fresh = this.fresh.filter((each) => each.id !== roll.id)
    else this.#show(roll)
    // The game master's log gets it from the server.
    if (isPlayer) table.write(roll.who, words)
  }

  #show(roll: RollView): void {
    this.fresh = [...this.fresh.slice(1 - MOST_FRESH), roll]
    sounds.play('roll')
    setTimeout(() => (this.fresh = this.fresh.filter((each) => each.id !== roll.id)), roll.mine ? OWN_ROLL_STAYS : ROLL_STAYS)
  }

  /** Screen readers repeat a text only if it differs. */
  #say(words: string): void {
    this.spoken = this.spoken === words ? `${words}\u00a0` : words
  }

  #ping(ping: Pinged): void {
    const id = ++this.#lastPing
    this.pings = [...this.pings, { ...ping, id }]
    this.#say(t('map.pingOf', { name: actor(ping.who), tile: names.of(ping.at) }))
    sounds.play('ping')
    setTimeout(() => (this.pings = this.pings.filter((each) => each.id !== id)), PING_STAYS)
  }
}

/** "It is Mira's turn, round 2." All turns of unseen figures have the same text. */
export function turnWords(turns: TurnOrder): string {
  if (turns.masters_turn) return t('turns.otherTurn')
  const active = turns.entries?.find((each) => each.id === turns.active)
  if (!active) return ''
  const { name } = active
  if (!turns.round) return active.mine ? t('turns.yourTurn', { name }) : t('turns.turnOf', { name })
  const { round } = turns
  return active.mine ? t('turns.yourTurnRound', { name, round }) : t('turns.turnOfRound', { name, round })
}

/** "rolled 2d6+1 for an attack: 9 (3, 5)". */
export function rollWords(roll: RollView): string {
  if (roll.total === undefined || roll.total === null) return t('turns.rolledHidden')
  const faces = (roll.dice ?? []).flatMap((dice) => dice.faces)
  const total = faces.length > 1 || roll.plus ? `${roll.total} (${faces.join(', ')})` : roll.total
  const { purpose, text: dice = '' } = roll
  if (!purpose) return t(roll.secret ? 'turns.rolledSecret' : 'turns.rolled', { dice, total })
  return t(roll.secret ? 'turns.rolledSecretFor' : 'turns.rolledFor', { dice, purpose, total })
}

export const evening = new Evening()
