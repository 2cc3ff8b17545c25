import type { Tile } from '../protocol/types'
import { notices } from '../state/page/notices.svelte'
import { session } from '../state/session.svelte'
import { storeys } from '../state/storeys.svelte'
import { table } from '../state/table.svelte'
import { sameTile } from '../state/tiles'
import { t } from '../words/words.svelte'

/** Take the stairs at the figure's position. */
export function climb(figure: string, stairs: string): void {
  session.do({ t: 'climb', figure, stairs }).catch(() => undefined) // shown already
}

/**
 * Move a figure as far as possible. A notice says if it could not go all the way. `storey`: the goal's
 * storey, reached by stairs; if omitted, the figure keeps its height.
 */
export function moveFigure(figure: string, start: Tile, to: Tile, storey?: string): void {
  const done = () => {
    const now = table.stage?.figures.get(figure)
    const under = now && storeys.under(now)
    if (under !== undefined && storey !== undefined) storeys.show(under)
    return now && { ...now, under }
  }
  session.do({ t: 'move', figure, to, start, ...(storey !== undefined && { storey }) }).then(
    () => {
      const now = done()
      if (now && (!sameTile(now.at, to) || (storey ?? now.under) !== now.under)) notices.show('news', t('map.stopped', { name: now.name }))
    },
    done, // the reason is shown already
  )
}
