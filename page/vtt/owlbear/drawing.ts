/** Lines and fields of view on the map, as local items that only this user sees. */
import OBR, { buildLine, buildPath, Command, type Item, type PathCommand } from '@owlbear-rodeo/sdk'
import { COLORS, type Look, pieces, type View } from '../shared/tabletop'
import { OWN } from './scene'

/** Replace the drawn items; an empty list clears the map. */
export async function draw(items: Item[]): Promise<void> {
  const old = await OBR.scene.local.getItems((item) => OWN in item.metadata)
  if (old.length) await OBR.scene.local.deleteItems(old.map(({ id }) => id))
  if (items.length) await OBR.scene.local.addItems(items)
}

export function lineItems(look: Look, dpi: number): Item[] {
  return pieces(look).map(({ from, to, color }) =>
    buildLine()
      .startPosition({ x: from[0], y: from[1] })
      .endPosition({ x: to[0], y: to[1] })
      .strokeColor(color)
      .strokeWidth(dpi / 25)
      .layer('RULER')
      .locked(true)
      .disableHit(true)
      .metadata({ [OWN]: true })
      .build(),
  )
}

export function viewItems(view: View): Item[] {
  if (!view.shapes.length) return []
  const commands = view.shapes.flatMap((shape): PathCommand[] => [
    ...shape.map(([x, y], index): PathCommand => [index ? Command.LINE : Command.MOVE, x, y]),
    [Command.CLOSE],
  ])
  const path = buildPath()
    .commands(commands)
    .fillColor(COLORS.visible)
    .fillOpacity(0.25)
    .strokeWidth(0)
    .layer('DRAWING')
    .locked(true)
    .disableHit(true)
    .metadata({ [OWN]: true })
  return [path.build()]
}
