/** Converts the room's scene for our Owlbear reader: its items and its grid. */
import OBR, { type Image, isImage, type Item } from '@owlbear-rodeo/sdk'
import type { SceneData } from '../shared/tabletop'

/** Marks the items that this extension draws. */
export const OWN = 'sightline/drawn'

export interface RoomScene extends SceneData<Item> {
  names: Map<string, string>
}

export async function readScene(): Promise<RoomScene> {
  const [shared, local, dpi, type] = await Promise.all([
    OBR.scene.items.getItems(),
    OBR.scene.local.getItems(),
    OBR.scene.grid.getDpi(),
    OBR.scene.grid.getType(),
  ])
  const items = [...shared, ...local].filter((item) => !(OWN in item.metadata))
  const images = items.filter(isImage).filter((item) => item.layer === 'CHARACTER')
  const rest = items.filter((item) => item.layer !== 'CHARACTER').map(unstamped)
  const grid = { dpi, type }
  return {
    kind: 'owlbear',
    data: { grid, items: rest },
    tokens: images.map((image) => unstamped(byId(image))),
    whole: (tokens) => ({ grid, items: [...rest, ...tokens] }),
    names: new Map(images.map((image) => [image.id, image.text?.plainText?.trim() || image.name])),
  }
}

/** The engine identifies a token by its id, because two tokens may have the same name. */
function byId(image: Image): Image {
  return { ...image, name: image.id, text: { ...image.text, plainText: '' } }
}

/** Without the time of the last change, which would make every change affect the whole scene. */
function unstamped<Each extends Item>(item: Each): Each {
  return { ...item, lastModified: '', lastModifiedUserId: '' }
}
