import type { Figure } from './stage.svelte'

/** Figures before furniture, each sorted by name and then by position. */
export function sortedFigures(figures: Iterable<Figure>): Figure[] {
  return [...figures].sort(
    (a, b) =>
      Number(a.furniture) - Number(b.furniture) ||
      a.name.localeCompare(b.name, undefined, { numeric: true }) ||
      a.at[1] - b.at[1] ||
      a.at[0] - b.at[0],
  )
}
