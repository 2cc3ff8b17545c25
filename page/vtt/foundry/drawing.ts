/** Shows the answer: lines on the canvas, and a panel with text. */
import { type Look, pieces, verdictWords, withNames } from '../shared/tabletop'
import { strings } from './strings'

let graphics: PIXI.Graphics | null = null

export function drawLines(look: Look | null, gridSize: number): void {
  if (graphics?.destroyed !== false) {
    graphics = new PIXI.Graphics()
    graphics.eventMode = 'none'
    canvas.interface?.addChild(graphics)
  }
  graphics.clear()
  for (const { from, to, color } of look ? pieces(look) : []) {
    graphics.lineStyle(Math.max(2, gridSize / 30), Number.parseInt(color.slice(1), 16), 0.9)
    graphics.moveTo(from[0], from[1]).lineTo(to[0], to[1])
  }
}

export interface PanelWords {
  title: string
  verdict: string
  effect: string
  reason: string
}

export function words(look: Look, a: string, b: string, names: ReadonlyMap<string, string>): PanelWords {
  return {
    title: strings.from(names.get(a) ?? a, names.get(b) ?? b),
    verdict: verdictWords(look, strings.verdict),
    effect: look.effect,
    reason: withNames(look.reason, names),
  }
}

/** Null hides the panel. */
export function showPanel(shown: Partial<PanelWords> | null): void {
  let panel = document.getElementById('sightline-panel')
  if (!panel) {
    panel = document.createElement('section')
    panel.id = 'sightline-panel'
    panel.setAttribute('role', 'status')
    panel.style.cssText =
      'position:fixed;left:50%;top:60px;transform:translateX(-50%);z-index:60;max-width:420px;padding:8px 12px;' +
      'border-radius:6px;background:#1c1c1ce6;color:#fff;font:14px/1.4 sans-serif;pointer-events:none'
    document.body.append(panel)
  }
  panel.hidden = shown === null
  const lines = (['title', 'verdict', 'effect', 'reason'] as const).flatMap((key) => {
    if (!shown?.[key]) return []
    const line = document.createElement(key === 'verdict' ? 'strong' : 'div')
    line.dataset['part'] = key
    line.textContent = shown[key]
    return [line]
  })
  panel.replaceChildren(...lines)
}
