/** The module: when a token is targeted, it shows whether it is visible from the user's own token, and its cover. */
import { latest, Tabletop, withNames } from '../shared/tabletop'
import { drawLines, showPanel, words } from './drawing'
import { readScene } from './scene'
import { MODULE, registerSettings } from './settings'
import { strings } from './strings'

const tabletop = new Tabletop(new URL(/* @vite-ignore */ './', import.meta.url).href, {
  failed: ({ cause, words }) => {
    const text = cause === 'files' ? strings.noFiles : words || strings.noWorker
    showPanel({ reason: text })
    ui.notifications?.error(text)
  },
})
let started: Promise<unknown> | null = null

/** The user's own token, and the last targeted one. */
function ends(): [string, string] | null {
  const own = canvas.tokens?.controlled[0]?.id
  const target = [...game.user.targets].at(-1)?.id
  return own && target && own !== target ? [own, target] : null
}

async function show(): Promise<void> {
  const asked = ends()
  if (!asked || !canvas.scene) {
    if (started) drawLines(null, 1)
    return showPanel(game.user.targets.size ? { reason: strings.select } : null)
  }
  if (!started) showPanel({ reason: strings.loading })
  await (started ??= tabletop.start())
  // Version 14 has levels, which the types of version 13 lack.
  const level = (canvas as { level?: { name?: string } | null }).level?.name
  const scene = readScene(canvas.scene.toObject() as object as Record<string, unknown>, level)
  try {
    await tabletop.update(scene)
    const look = await tabletop.look(...asked, game.settings.get(MODULE, 'game'))
    drawLines(game.settings.get(MODULE, 'lines') ? look : null, canvas.scene.grid.size)
    const { reason, ...short } = words(look, ...asked, scene.names)
    showPanel(game.settings.get(MODULE, 'reason') ? { ...short, reason } : short)
  } catch (error) {
    drawLines(null, 1)
    showPanel({ reason: withNames(error instanceof Error ? error.message : String(error), scene.names) })
  }
}
const refresh = latest(show)

Hooks.once('init', () => registerSettings(() => void refresh()))
Hooks.on('targetToken', () => void refresh())
Hooks.on('controlToken', () => void refresh())
Hooks.on('canvasReady', () => void refresh())
Hooks.on('updateScene', () => void refresh())
Hooks.on('createToken', () => void refresh())
Hooks.on('updateToken', () => void refresh())
Hooks.on('deleteToken', () => void refresh())
Hooks.on('createWall', () => void refresh())
Hooks.on('updateWall', () => void refresh())
Hooks.on('deleteWall', () => void refresh())
