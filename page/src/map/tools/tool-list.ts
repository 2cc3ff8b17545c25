import type { Tool } from '../../state/page/toolbox.svelte'
import type { IconName } from '../../ui/icons'
import type { PlainKey } from '../../words/catalog'

export interface ToolInfo {
  name: Tool
  title: PlainKey
  icon: IconName
  /** The key that selects it. WASD move figures, so tools have digits; 0 fits the map. */
  key: string
  hint: PlainKey
  /** The label without a keyboard. */
  touch?: PlainKey
  /** Whether players have it, too. */
  everybody?: boolean
  /** Only on maps with storeys. */
  storeys?: boolean
  /** Only at a table: the playground has no players, no light and nobody to share with. */
  tableOnly?: boolean
  /** Not on the toolbar, because something else activates it. */
  unlisted?: boolean
}

export const TOOLS: readonly ToolInfo[] = [
  {
    name: 'point',
    title: 'map.toolPoint',
    icon: 'point',
    key: '1',
    hint: 'map.toolPointHint',
  },
  {
    name: 'paint',
    title: 'map.toolRock',
    icon: 'rock',
    key: '2',
    hint: 'map.toolRockHint',
  },
  {
    name: 'erase',
    title: 'map.toolErase',
    icon: 'erase',
    key: '3',
    hint: 'map.toolEraseHint',
  },
  {
    name: 'wall',
    title: 'map.toolWall',
    icon: 'wall',
    key: '4',
    hint: 'map.toolWallHint',
  },
  {
    name: 'door',
    title: 'map.toolDoor',
    icon: 'door',
    key: '5',
    hint: 'map.toolDoorHint',
  },
  {
    name: 'gate',
    title: 'map.toolGate',
    icon: 'gate',
    key: '6',
    hint: 'map.toolGateHint',
  },
  {
    name: 'free',
    title: 'map.toolFree',
    icon: 'freewall',
    key: '7',
    hint: 'map.toolFreeHint',
    touch: 'map.toolFreeTouch',
  },
  {
    name: 'figure',
    title: 'map.toolToken',
    icon: 'figure',
    key: '8',
    hint: 'map.toolTokenHint',
  },
  {
    name: 'furniture',
    title: 'map.toolFurniture',
    icon: 'furniture',
    key: '9',
    hint: 'map.toolFurnitureHint',
  },
  {
    name: 'measure',
    tableOnly: true,
    title: 'map.toolMeasure',
    icon: 'measure',
    key: 'M',
    hint: 'map.toolMeasureHint',
    touch: 'map.toolMeasureTouch',
    everybody: true,
  },
  {
    name: 'terrain',
    title: 'map.toolTerrain',
    icon: 'terrain',
    key: 'T',
    hint: 'map.toolTerrainHint',
  },
  {
    name: 'fog',
    tableOnly: true,
    title: 'map.toolFog',
    icon: 'fog',
    key: 'F',
    hint: 'map.toolFogHint',
    touch: 'map.toolFogTouch',
  },
  {
    name: 'lamp',
    tableOnly: true,
    title: 'map.toolLight',
    icon: 'lamp',
    key: 'L',
    hint: 'map.toolLightHint',
  },
  {
    name: 'height',
    title: 'map.toolHeight',
    icon: 'height',
    key: 'H',
    hint: 'map.toolHeightHint',
    tableOnly: true,
  },
  {
    name: 'floor',
    tableOnly: true,
    storeys: true,
    title: 'map.toolFloor',
    icon: 'floor',
    key: 'O',
    hint: 'map.toolFloorHint',
  },
  {
    name: 'stairs',
    tableOnly: true,
    storeys: true,
    title: 'map.toolStairs',
    icon: 'stairs',
    key: 'J',
    hint: 'map.toolStairsHint',
  },
  {
    name: 'bring',
    tableOnly: true,
    title: 'map.toolBring',
    icon: 'figure',
    key: '',
    hint: 'map.toolBringHint',
    touch: 'map.toolBringTouch',
    unlisted: true,
  },
]
