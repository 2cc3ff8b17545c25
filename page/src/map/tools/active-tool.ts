import { rights } from '../../state/rights.svelte'
import type { Tool } from '../../state/page/toolbox.svelte'
import { BringTool } from './draw/bring'
import { draft } from './draft.svelte'
import { EdgeTool } from './draw/edges'
import { FogTool } from './draw/fog'
import { FreeWallTool } from './draw/free-wall'
import { LampTool } from './draw/lamp'
import type { MapTool, PointerPlace } from './map-tool'
import { MeasureTool } from './measure'
import { PlaceTool } from './draw/place'
import { PointTool } from './point'
import { StairsTool } from './draw/stairs'
import { StrokeTool } from './draw/stroke'

/** The current tool. A gesture ends with the tool with which it began. */
export class ActiveTool implements MapTool {
  readonly #tools: Record<Tool, MapTool>
  #busy: MapTool | null = null

  constructor(element: SVGSVGElement) {
    const point = new PointTool(element)
    const stroke = new StrokeTool()
    const edges = new EdgeTool()
    const place = new PlaceTool()
    this.#tools = {
      point,
      bring: new BringTool(),
      paint: stroke,
      erase: stroke,
      height: stroke,
      terrain: stroke,
      floor: stroke,
      stairs: new StairsTool(),
      fog: new FogTool(),
      wall: edges,
      door: edges,
      gate: edges,
      free: new FreeWallTool(),
      figure: place,
      furniture: place,
      lamp: new LampTool(),
      measure: new MeasureTool(),
    }
  }

  get #tool(): MapTool {
    return this.#tools[rights.tool]
  }

  press(at: PointerPlace): boolean {
    draft.menu = null
    this.#busy = this.#tool
    return this.#busy.press(at)
  }

  drag(at: PointerPlace): void {
    this.#busy?.drag(at)
  }

  release(at: PointerPlace, dragged: boolean): void {
    const tool = this.#busy
    this.#busy = null
    tool?.release(at, dragged)
  }

  cancel(): void {
    const tool = this.#busy ?? this.#tool
    this.#busy = null
    tool.cancel()
  }

  hover(at: PointerPlace | null): void {
    this.#tool.hover(at)
  }

  menu(at: PointerPlace): void {
    this.#tool.menu(at)
  }

  /** The tool was changed: remove the drafts of the old one. */
  changed(): void {
    for (const tool of Object.values(this.#tools)) tool.cancel()
    this.#busy = null
    draft.clear()
  }
}
