import type { SkirmishStep, SkirmishUnit, SkirmishView } from '../../protocol/messages.gen'
import type { Blow } from '../common/art/blow'
import { Playback } from '../common/playback.svelte'
import { t } from '../../words/words.svelte'
import type { XY } from '../../map/geometry/plane'
import type { Tile } from '../../protocol/types'
import { sentence } from '../common/words'

/** How long each kind of step is shown, in milliseconds. */
const PACE: Record<string, number> = {
  march: 190, spotted: 650, vanished: 350, shot: 800, blast: 800, flame: 800, hurt: 450, fell: 700, flag: 500,
}

export function battlePlayback(): Playback<SkirmishView, SkirmishStep> {
  return new Playback({
    view: (screen) => (screen.t === 'skirmish' ? { ...screen, steps: withoutRepeats(screen.steps) } : null),
    steps: (view) => view.steps,
    pace: (step) => PACE[step.kind] ?? 0,
    withStep,
    spokenOf,
    eyes: (view) => view.side ?? '',
    count: (view) => view.count,
  })
}

/** The battle after one more step, as far as the map shows it, without offers. */
export function withStep(view: SkirmishView, step: SkirmishStep): SkirmishView {
  const units = view.units.map((unit): SkirmishUnit => {
    const idle = unit.ways || unit.attacks ? { ...unit, ways: [], attacks: [] } : unit
    if (unit.unit !== step.unit) return idle
    switch (step.kind) {
      case 'march':
        return { ...idle, at: step.to }
      case 'spotted':
        return { ...idle, status: 'seen', at: step.at }
      case 'vanished':
        return { ...idle, status: 'remembered', at: step.at }
      case 'hurt':
        return { ...idle, health: step.health }
      case 'fell':
        return { ...idle, status: 'fallen', at: undefined, health: 0 }
    }
    return idle
  })
  const points: [number, number] = [...view.points]
  if (step.points) points[step.side === 'blue' ? 1 : 0] += step.points
  return { ...view, units, points }
}

/** The visible effects of a step. `before`: the battle before it; `center`: where a hex is drawn. */
export function blowsOf(before: SkirmishView, step: SkirmishStep, center: (tile: Tile) => XY): Blow[] {
  const unit = before.units.find((each) => each.unit === step.unit)
  if (step.kind === 'shot' && step.hit === false && step.to) return [{ kind: 'miss', at: center(step.to), text: t('games.missed') }]
  if (!unit?.at) return []
  const at = center(unit.at)
  if (step.kind === 'fell') return [{ kind: 'fell', at, text: '', name: unit.kind, side: unit.side }]
  const lost = (unit.health ?? 0) - (step.health ?? 0)
  return step.kind === 'hurt' ? [{ kind: 'hit', at, text: lost > 0 ? `−${lost}` : '' }] : []
}

/** All steps of a walk have the same reason, so only the first shows it. */
export function withoutRepeats(steps: readonly SkirmishStep[]): SkirmishStep[] {
  let said = ''
  return steps.map((step) => {
    const again = !!step.why && step.why === said
    said = step.why ?? said
    return again ? { ...step, why: '' } : step
  })
}

export function spokenOf(step: SkirmishStep): string {
  return step.why ? `${step.words} ${sentence(step.why)}` : step.words
}

export function logLines(steps: readonly SkirmishStep[]) {
  return steps.map(({ words, why, side }) => ({ words, why, tone: side === 'red' || side === 'blue' ? side : undefined }) as const)
}
