import type { NoteView, Notes, Pinged, Rolled, Rolls, RollView, TurnOrder, TurnView } from '../protocol/messages.gen'
import { table } from './table.svelte'

/** Messages about what goes on beside the map. */
export type EveningMessage = TurnOrder | Notes | Rolls | Rolled | Pinged
export interface Ping extends Pinged {
  id: number
}

const NO_TURNS: TurnOrder = { t: 'turns' }
/** So long a ping stays on the map. */
const PING_STAYS = 3000
const MOST_ROLLS = 100

/** What goes on beside the map: turns, dice, the master's notes, pings. */
class Evening {
  turns = $state.raw<TurnOrder>(NO_TURNS)
  notes = $state.raw<readonly NoteView[]>([])
  rolls = $state.raw<readonly RollView[]>([])
  pings = $state.raw<readonly Ping[]>([])
  /** What a screen reader says of it, once. */
  spoken = $state('')
  #lastPing = 0

  readonly entries: readonly TurnView[] = $derived(this.turns.entries ?? [])
  readonly active: TurnView | null = $derived(this.entries.find((each) => each.id === this.turns.active) ?? null)
  readonly begun: boolean = $derived(this.active !== null || !!this.turns.masters_turn)

  /** The page came in anew: it gets everything again that there is. */
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

  /** May a player act with this figure now? */
  waits(figure: string): boolean {
    return !!this.turns.in_turn_only && this.begun && this.active?.figure !== figure
  }

  #turn(turns: TurnOrder, isPlayer: boolean): void {
    const before = turnWords(this.turns)
    this.turns = turns
    const words = turnWords(turns)
    if (!words || words === before) return
    this.spoken = words
    if (isPlayer) table.write('', words)
  }

  #rolled(roll: RollView, isPlayer: boolean): void {
    const known = this.rolls.some((each) => each.id === roll.id)
    this.rolls = known
      ? this.rolls.map((each) => (each.id === roll.id ? roll : each))
      : [...this.rolls.slice(1 - MOST_ROLLS), roll]
    const words = known ? `${rollWords(roll)}: ${roll.taken_back ? 'taken back' : 'it counts again'}` : rollWords(roll)
    this.spoken = `${roll.who} ${words}.`
    // The master's log has it from the server.
    if (isPlayer) table.write(roll.who, words)
  }

  #ping(ping: Pinged): void {
    const id = ++this.#lastPing
    this.pings = [...this.pings, { ...ping, id }]
    setTimeout(() => (this.pings = this.pings.filter((each) => each.id !== id)), PING_STAYS)
  }
}

/** "It is Mira's turn, round 2." The same words for every turn of somebody unseen. */
export function turnWords(turns: TurnOrder): string {
  if (turns.masters_turn) return 'It is the master’s turn.'
  const active = turns.entries?.find((each) => each.id === turns.active)
  if (!active) return ''
  const round = turns.round ? `, round ${turns.round}` : ''
  return `It is ${active.mine ? `your turn with ${active.name}` : `${active.name}’s turn`}${round}.`
}

/** "rolled 2d6+1 for an attack: 9 (3, 5)". */
export function rollWords(roll: RollView): string {
  if (roll.total === undefined || roll.total === null) return 'rolled in secret'
  const purpose = roll.purpose ? ` for ${roll.purpose}` : ''
  const faces = (roll.dice ?? []).flatMap((dice) => dice.faces)
  const dice = faces.length > 1 || roll.plus ? ` (${faces.join(', ')})` : ''
  return `rolled ${roll.text}${roll.secret ? ' in secret' : ''}${purpose}: ${roll.total}${dice}`
}

export const evening = new Evening()
