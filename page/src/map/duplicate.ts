/** Copies a figure of the map to a tile next to it. */
import { notices } from '../state/page/notices.svelte'
import { selection } from '../state/page/selection.svelte'
import { session } from '../state/session.svelte'
import type { Figure } from '../state/stage.svelte'
import { table } from '../state/table.svelte'
import { freeTileNear } from './free-tile'
import { scene } from './scene.svelte'
import { t } from '../words/words.svelte'

export async function duplicate(figure: Figure): Promise<void> {
  const at = table.stage && freeTileNear(scene.plane, table.stage.ground, scene.figures, scene.at(figure), figure.size)
  if (!at) {
    notices.show('refused', t('map.noFreeTile', { name: figure.name }))
    return
  }
  try {
    const { made } = await session.do({ t: 'duplicate', figure: figure.id, at })
    if (made) selection.select(made)
  } catch {
    // If refused, the notice gives the reason.
  }
}
