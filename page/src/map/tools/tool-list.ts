import type { Tool } from '../../state/toolbox.svelte'
import type { IconName } from '../../ui/icons'

export interface ToolInfo {
  name: Tool
  title: string
  icon: IconName
  /** The key that picks it. WASD move figures, so tools have the digits; 0 fits the map. */
  key: string
  hint: string
  /** Where there are no keys. */
  touch?: string
  /** Players have it, too. */
  everybody?: boolean
  /** Only on maps of hexes. */
  hexes?: boolean
  /** Only at a table: the playground has no players, no light and nobody to share with. */
  tableOnly?: boolean
  /** Not on the toolbar: something else takes it up. */
  unlisted?: boolean
}

export const TOOLS: readonly ToolInfo[] = [
  {
    name: 'point',
    title: 'Point',
    icon: 'point',
    key: '1',
    hint: 'Click a figure, then point at another. Drag figures to move them, click doors to open them.',
  },
  {
    name: 'paint',
    title: 'Rock',
    icon: 'rock',
    key: '2',
    hint: 'Drag over tiles to fill them with rock, or over a rectangle. Start on rock to clear it.',
  },
  {
    name: 'erase',
    title: 'Erase',
    icon: 'erase',
    key: '3',
    hint: 'Drag over anything to take it away: rock, terrain, walls, doors.',
  },
  {
    name: 'wall',
    title: 'Wall',
    icon: 'wall',
    key: '4',
    hint: 'Drag along the edges between tiles, or draw a whole room. Start on a wall to take walls away.',
  },
  {
    name: 'door',
    title: 'Door',
    icon: 'door',
    key: '5',
    hint: 'Click an edge between two tiles; click it again to take the door away.',
  },
  {
    name: 'gate',
    title: 'Gate',
    icon: 'gate',
    key: '6',
    hint: 'Click an edge. One sees through a gate, but does not walk through it while it is closed.',
  },
  {
    name: 'free',
    title: 'Free wall',
    icon: 'freewall',
    key: '7',
    hint: 'Drag from point to point. Shift goes past the corners, Ctrl goes on from the last end; Enter ends, Esc cancels.',
    touch: 'Drag from point to point. Ends light up where they snap.',
  },
  {
    name: 'figure',
    title: 'Figure',
    icon: 'figure',
    key: '8',
    hint: 'Click a tile to place it.',
  },
  {
    name: 'furniture',
    title: 'Furniture',
    icon: 'furniture',
    key: '9',
    hint: 'Click a tile to place it.',
  },
  {
    name: 'measure',
    tableOnly: true,
    title: 'Measure',
    icon: 'measure',
    key: 'M',
    hint: 'Drag from tile to tile; a click adds a way point, Esc clears. Nobody sees it until you share it.',
    touch: 'Drag from tile to tile; a tap adds a way point. Two fingers move the map.',
    everybody: true,
  },
  {
    name: 'terrain',
    title: 'Terrain',
    icon: 'terrain',
    key: 'T',
    hint: 'Drag over tiles to put woods, smoke or low walls on them. Start on the same to take it away.',
  },
  {
    name: 'fog',
    tableOnly: true,
    title: 'Fog',
    icon: 'fog',
    key: 'F',
    hint: 'Say what players know and see: with a brush, a rectangle, or room by room.',
    touch: 'One finger paints, two move the map. Say what players know and see.',
  },
  {
    name: 'lamp',
    tableOnly: true,
    title: 'Lamp',
    icon: 'lamp',
    key: 'L',
    hint: 'Click a tile to put a lamp there, click it again to take it away; drag it to another tile.',
  },
  {
    name: 'height',
    title: 'Height',
    icon: 'height',
    key: 'H',
    hint: 'Drag over hexes to raise, lower or cover them.',
    hexes: true,
  },
  {
    name: 'bring',
    tableOnly: true,
    title: 'Bring here',
    icon: 'figure',
    key: '',
    hint: 'Click the tile where it shall stand; Esc leaves it where it is.',
    touch: 'Tap the tile where it shall stand.',
    unlisted: true,
  },
]
