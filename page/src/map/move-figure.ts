import type { Tile } from '../protocol/types'
import { notices } from '../state/page/notices.svelte'
import { session } from '../state/session.svelte'
import { table } from '../state/table.svelte'
import { sameTile } from '../state/tiles'
import { t } from '../words/words.svelte'

/** Take the stairs on which a figure stands. */
export function climb(figure: string, stairs: string): void {
  session.do({ t: 'climb', figure, stairs }).catch(() => undefined) // shown already
}

/** Move a figure. It goes as far as it can: a notice says if that was not all the way. */
export function moveFigure(figure: string, start: Tile, to: Tile): void {
  session.do({ t: 'move', figure, to, start }).then(
    () => {
      const now = table.stage?.figures.get(figure)
      if (now && !sameTile(now.at, to)) notices.show('news', t('map.stopped', { name: now.name }))
    },
    () => undefined, // shown already
  )
}
