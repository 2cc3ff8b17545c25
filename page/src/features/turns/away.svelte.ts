import { table } from '../../state/table.svelte'

/** After this long without a page, a player counts as away. Reloading a page takes less. */
const AWAY_AFTER = 20_000

/** Players that have had no page open for a while. Only the game master sees this. */
class Away {
  #since = new Map<string, number>()
  #now = $state(Date.now())

  constructor() {
    $effect.root(() => {
      $effect(() => this.#look())
    })
    setInterval(() => (this.#now = Date.now()), 5_000)
  }

  /** The players of a figure, if all of them are away; '' otherwise. */
  of(figure: string): string {
    const owners = (table.info?.players ?? []).filter((each) => each.figures?.includes(figure))
    const gone = owners.filter((each) => this.#now - (this.#since.get(each.id) ?? this.#now) >= AWAY_AFTER)
    return owners.length > 0 && gone.length === owners.length ? gone.map((each) => each.name).join(', ') : ''
  }

  #look(): void {
    for (const player of table.info?.players ?? []) {
      if (player.pages) this.#since.delete(player.id)
      else if (!this.#since.has(player.id)) this.#since.set(player.id, Date.now())
    }
  }
}

export const away = new Away()
