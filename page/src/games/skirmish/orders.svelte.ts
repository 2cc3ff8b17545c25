import type { AttackOffer, SkirmishUnit, SkirmishView } from '../../protocol/messages.gen'
import type { Tile } from '../../protocol/types'
import { sameTile, tileName } from '../../state/tiles'
import { capital } from '../common/words'
import { t, term } from '../../words/words.svelte'

/** The selected unit, the inspected hex, and what a tap there would do. */
export class Orders {
  view = $state.raw<SkirmishView | null>(null)
  selected = $state<number | null>(null)
  looked = $state.raw<Tile | null>(null)
  /** Whether a blast or a cone is being aimed, so that taps attack instead of walking. */
  aiming = $state(false)
  /** During deployment: the positions of the units, in their order. */
  places = $state.raw<readonly Tile[]>([])

  readonly own: readonly SkirmishUnit[] = $derived(this.view?.units.filter((unit) => unit.side === this.view?.side) ?? [])
  readonly deploying: boolean = $derived(!!this.view?.deploy?.length)
  /** All units, with those being deployed at their planned positions. */
  readonly units: readonly SkirmishUnit[] = $derived.by(() => {
    if (!this.view) return []
    if (!this.deploying) return this.view.units.map((unit) => this.#asNow(unit))
    const at = new Map(this.own.map((unit, i) => [unit.unit, this.places[i]]))
    return this.view.units.map((unit) => ({ ...unit, at: at.get(unit.unit) ?? unit.at }))
  })
  readonly unit: SkirmishUnit | undefined = $derived(this.own.find((unit) => unit.unit === this.selected && unit.status === 'own'))
  readonly ready: readonly SkirmishUnit[] = $derived(this.own.filter((unit) => unit.ways?.length || unit.attacks?.length))
  readonly aims: readonly AttackOffer[] = $derived(this.aiming ? (this.unit?.attacks?.filter((each) => each.kind !== 'shot') ?? []) : [])
  /** The attack that a tap on the inspected hex would make. */
  readonly attack: AttackOffer | undefined = $derived(this.looked ? this.attackAt(this.looked) : undefined)

  attackAt(tile: Tile): AttackOffer | undefined {
    if (!this.aiming) return this.unit?.attacks?.find((each) => each.kind === 'shot' && sameTile(each.at, tile))
    const exact = this.aims.find((each) => sameTile(each.at, tile))
    // A cone can be aimed at any of its hexes, a blast only at its center.
    return exact ?? this.aims.find((each) => each.kind === 'flame' && each.hexes?.some((hex) => sameTile(hex, tile)))
  }

  /** The move that a tap on that hex makes, or ''. */
  moveAt(tile: Tile): string {
    const attack = this.attackAt(tile)
    if (attack || this.aiming) return attack?.move ?? ''
    return this.unit?.ways?.find((each) => sameTile(each.at, tile))?.move ?? ''
  }

  unitAt(tile: Tile): SkirmishUnit | undefined {
    return this.units.find((unit) => unit.at && sameTile(unit.at, tile))
  }

  /** A unit last seen on a hex that is now visible has left it. */
  #asNow(unit: SkirmishUnit): SkirmishUnit {
    const { view } = this
    if (unit.status !== 'remembered' || !view) return unit
    const place = view.ground.tiles.findIndex(([q, r]) => q === unit.at?.[0] && r === unit.at[1])
    return view.seen.includes(place) ? { ...unit, status: 'unknown', at: undefined } : unit
  }

  select(unit: number | null): void {
    this.selected = unit
    this.aiming = false
  }

  /** Select the next unit that can still act. */
  next(): void {
    const among = this.deploying ? this.own : this.ready
    const here = among.findIndex((unit) => unit.unit === this.selected)
    const next = among[(here + 1) % (among.length || 1)]
    this.select(next?.unit ?? null)
    this.looked = next ? (this.units.find((unit) => unit.unit === next.unit)?.at ?? null) : null
  }

  /** Move a unit during deployment; it swaps places with a unit there. */
  place(tile: Tile): void {
    const here = this.own.findIndex((unit) => unit.unit === this.selected)
    const other = this.places.findIndex((each) => sameTile(each, tile))
    if (here < 0 || other === here) {
      this.select(other === here ? null : (this.own[other]?.unit ?? null))
      return
    }
    const from = this.places[here] as Tile
    this.places = this.places.map((each, i) => (i === here ? tile : i === other ? from : each))
    this.select(null)
  }

  get deployment(): string {
    return `deploy ${this.places.map(([q, r]) => `${q},${r}`).join(' ')}`
  }

  /** Describe the content of a hex, and what a tap on it would do. */
  describe(tile: Tile): string {
    const { view } = this
    const name = tileName('hex', tile)
    const ground = view?.ground.tiles.find(([q, r]) => q === tile[0] && r === tile[1])
    if (!view || !ground) return name
    const flag = view.ground.flags.some((each) => sameTile(each, tile)) ? t('skirmish.flag') : ''
    const words = [(ground[3] && term(ground[3])) || t('skirmish.openGround'), ground[2] ? t('skirmish.height', { n: ground[2] }) : '', flag].filter(Boolean).join(', ')
    const who = this.unitAt(tile)
    const about = who ? `, ${aboutUnit(who)}` : ''
    const attack = this.attackAt(tile)
    const way = this.aiming ? undefined : this.unit?.ways?.find((each) => sameTile(each.at, tile))
    const does = attack
      ? ` ${capital(term(attack.kind))} ${attack.words}.`
      : way
        ? ` ${t('skirmish.walkHere', { cost: way.cost, left: way.left })}`
        : ''
    return `${name}: ${words}${about}.${does}`
  }
}

export function aboutUnit(unit: SkirmishUnit): string {
  if (unit.status === 'fallen') return t('skirmish.unitDefeated', { name: unit.name })
  if (unit.status === 'remembered') return t('skirmish.unitLastSeen', { name: unit.name })
  if (unit.status === 'unknown') return t('skirmish.unitNotVisible', { name: unit.name })
  return t('skirmish.unitHealth', { name: unit.name, health: unit.health ?? 0, most: unit.full_health })
}

/** A unit's weapon in one line. */
export function weaponWords(unit: SkirmishUnit): string {
  const reach = t('skirmish.reach', { range: unit.range, damage: unit.damage })
  if (unit.weapon === 'shot') return t('skirmish.shot', { reach, accuracy: unit.accuracy ?? 0 })
  const charges = unit.charges == null ? '' : t('skirmish.chargesLeft', { n: unit.charges })
  return unit.weapon === 'blast' ? t('skirmish.blast', { reach, radius: unit.radius ?? 0, charges }) : t('skirmish.cone', { reach, charges })
}
