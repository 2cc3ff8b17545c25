import type { Elsewhere, Side, StopSet, ThresholdKind } from '../../protocol/messages.gen'
import type { DoorSetting, Size } from '../../protocol/types'
import { table } from '../table.svelte'
import { t } from '../../words/words.svelte'

export type Tool =
  | 'point'
  | 'bring'
  | 'paint'
  | 'erase'
  | 'wall'
  | 'door'
  | 'gate'
  | 'free'
  | 'figure'
  | 'furniture'
  | 'height'
  | 'lamp'
  | 'terrain'
  | 'floor'
  | 'stairs'
  | 'fog'
  | 'measure'

/** The properties of the next figure or piece of furniture. */
export interface Template {
  name: string
  side: Side
  /** "figure" or a kind of furniture. */
  kind: string
  /** null: the default of the kind. */
  size: Size | null
  blocks: boolean | null
  sighted: boolean
  hidden: boolean
  owners: string[]
}

/** The game master's current tool, and the settings of each tool. */
class Toolbox {
  #tool = $state<Tool>('point')
  /** The figure from another map that is being placed. */
  bringing = $state.raw<Elsewhere | null>(null)
  /** The brush shape for rock, terrain, heights and the eraser. */
  shape = $state<'brush' | 'rectangle'>('brush')
  /** Whether walls follow the pointer or surround a rectangle of tiles. */
  wallShape = $state<'line' | 'room'>('line')
  snapping = $state(true)
  chain = $state(false)
  /** What the tool "free" draws. */
  freeCarries = $state<ThresholdKind>('wall')
  /** What a new wall, door or gate stops; "" means everything. */
  stops = $state<StopSet>('')
  /** The state of a new door or gate (a gate is never secret, but closed instead). */
  doorState = $state<DoorSetting>('closed')
  /** The bottom and top of new walls, doors and gates, in tiles; null: unlimited. */
  span = $state<{ bottom: number | null; top: number | null }>({ bottom: null, top: null })
  /** The values that the tool "height" sets; null leaves them unchanged. */
  height = $state<{ cover: number | null; elevation: number | null }>({ cover: null, elevation: 1 })
  /** The terrain that the tool "terrain" paints. */
  terrain = $state('low')
  /** The lamp that the tool "lamp" places, initially a torch. */
  lamp = $state({ bright: 4, dim: 8, color: '#ff9d4d' })
  template = $state<Template>({
    name: t('table.goblin'),
    side: 'enemy',
    kind: 'figure',
    size: null,
    blocks: null,
    sighted: true,
    hidden: false,
    owners: [],
  })

  /** The size of the next thing to place. */
  readonly templateSize: Size = $derived(this.template.size ?? this.usualSize(this.template.kind))

  get tool(): Tool {
    return this.#tool
  }

  set tool(tool: Tool) {
    this.#tool = tool
    if (tool !== 'bring') this.bringing = null
  }

  /** Ask where to place a figure from another map; null cancels. */
  bring(figure: Elsewhere | null): void {
    this.bringing = figure
    this.tool = figure ? 'bring' : 'point'
  }

  /** The default size of a kind of furniture on this map's grid, or of a figure. */
  usualSize(kind: string): Size {
    return table.info?.furniture.find((each) => each.kind === kind)?.size ?? [1, 1]
  }
}

export const toolbox = new Toolbox()
