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

/** What the next click with the tool "figure" or "furniture" places. */
export interface Template {
  name: string
  side: Side
  /** "figure" or a kind of furniture. */
  kind: string
  /** null: as the kind has it. */
  size: Size | null
  blocks: boolean | null
  sighted: boolean
  hidden: boolean
  owners: string[]
}

/** The master's tool, and what each of the tools is set to. */
class Toolbox {
  #tool = $state<Tool>('point')
  /** Who is brought from another map, while it is asked where to. */
  bringing = $state.raw<Elsewhere | null>(null)
  /** How rock, terrain, heights and the eraser go over tiles. */
  shape = $state<'brush' | 'rectangle'>('brush')
  /** Walls along the pointer, or round a rectangle of tiles. */
  wallShape = $state<'line' | 'room'>('line')
  snapping = $state(true)
  chain = $state(false)
  /** What the tool "free" draws. */
  freeCarries = $state<ThresholdKind>('wall')
  /** What a new wall, door or gate stops: "" everything. */
  stops = $state<StopSet>('')
  /** What state a new door or gate is in (a gate is never secret: then it is closed). */
  doorState = $state<DoorSetting>('closed')
  /** The bottom and the top of walls, doors and gates that are drawn, in tiles; null: without end. */
  span = $state<{ bottom: number | null; top: number | null }>({ bottom: null, top: null })
  /** What the tool "height" sets: null leaves it as it is. */
  height = $state<{ cover: number | null; elevation: number | null }>({ cover: null, elevation: 1 })
  /** What the tool "terrain" puts on tiles. */
  terrain = $state('low')
  /** What the tool "lamp" puts on a tile: a torch at first. */
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

  /** How large the next thing to be placed is. */
  readonly templateSize: Size = $derived(this.template.size ?? this.usualSize(this.template.kind))

  get tool(): Tool {
    return this.#tool
  }

  set tool(tool: Tool) {
    this.#tool = tool
    if (tool !== 'bring') this.bringing = null
  }

  /** Ask where to bring a figure; null: not any more. */
  bring(figure: Elsewhere | null): void {
    this.bringing = figure
    this.tool = figure ? 'bring' : 'point'
  }

  /** Of a kind of furniture on this map's grid, or of a figure. */
  usualSize(kind: string): Size {
    return table.info?.furniture.find((each) => each.kind === kind)?.size ?? [1, 1]
  }
}

export const toolbox = new Toolbox()
