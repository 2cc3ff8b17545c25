import type { SkirmishView } from '../../../protocol/messages.gen'
import { t } from '../../../words/words.svelte'
import type { Lesson } from './lesson'

export const STEPS = 6

/** The lesson for the current situation of the first battle. `selected`: whether a unit is selected. */
export function lessonFor(view: SkirmishView, selected: boolean): Lesson {
  const own = new Set(view.units.filter((unit) => unit.side === view.side).map((unit) => unit.unit))
  const did = (...kinds: string[]) => view.steps.some((step) => kinds.includes(step.kind) && step.unit != null && own.has(step.unit))
  if (view.phase === 'over') return { number: 6, title: t('skirmish.lessonEnd'), text: [t('skirmish.lessonEndA'), t('skirmish.lessonEndB')] }
  if (view.phase === 'deploying') return { number: 1, title: t('skirmish.lessonDeploy'), text: [t('skirmish.lessonDeployA'), t('skirmish.lessonDeployB')] }
  const can = view.units.some((unit) => own.has(unit.unit) && unit.attacks?.length)
  if (did('shot', 'blast', 'flame')) return { number: 5, title: t('skirmish.lessonPoints'), text: [t('skirmish.lessonPointsA'), can ? t('skirmish.lessonShootB') : t('skirmish.lessonPointsB')] }
  if (view.round > 1) return { number: 4, title: t('skirmish.lessonShoot'), text: [t('skirmish.lessonShootA'), can ? t('skirmish.lessonShootB') : t('skirmish.lessonShootC')] }
  if (did('march')) return { number: 3, title: t('games.endTurn'), text: [t('skirmish.lessonTurnA'), t('skirmish.lessonTurnB')] }
  return { number: 2, title: t('skirmish.lessonWalk'), text: [t('skirmish.lessonWalkA'), selected ? t('skirmish.lessonWalkC') : t('skirmish.lessonWalkB')] }
}
