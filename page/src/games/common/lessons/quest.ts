import type { QuestScreen } from '../../../protocol/messages.gen'
import { t } from '../../../words/words.svelte'
import type { Lesson } from './lesson'

export const STEPS = 6

/** The lesson for the current situation of the first quest: a door, a rat, a chest, and out again. */
export function lessonFor(view: QuestScreen): Lesson {
  const roll = view.moves?.some((move) => move.kind === 'roll')
  if (view.phase === 'over') return { number: 6, title: t('quest.lessonEnd'), text: [t('quest.lessonEndA'), t('quest.lessonEndB')] }
  if (view.goals?.[0]?.[1]) return { number: 5, title: t('quest.lessonOut'), text: [t('quest.lessonOutA'), roll ? t('quest.lessonRoll') : t('quest.lessonOutB')] }
  const doorOpen = view.edges?.some((edge) => edge.state === 'open')
  if (!doorOpen) return towardsDoor(view, !!roll)
  if (view.pieces?.some((piece) => piece.side === 'enemy')) return fight(view, !!roll)
  const searches = view.moves?.some((move) => move.kind === 'search')
  return { number: 4, title: t('quest.lessonSearch'), text: [t('quest.lessonSearchA'), roll ? t('quest.lessonRoll') : searches ? t('quest.lessonSearchB') : t('quest.lessonSearchC')] }
}

function towardsDoor(view: QuestScreen, roll: boolean): Lesson {
  if (roll && view.round === 1) return { number: 1, title: t('quest.lessonFirst'), text: [t('quest.lessonFirstA'), t('quest.lessonRoll')] }
  const opens = view.edges?.some((edge) => edge.move)
  return { number: 2, title: t('quest.lessonDoor'), text: [t('quest.lessonDoorA'), roll ? t('quest.lessonRoll') : opens ? t('quest.lessonDoorB') : t('quest.lessonDoorC')] }
}

function fight(view: QuestScreen, roll: boolean): Lesson {
  const can = view.walkers?.some((walker) => walker.targets?.some((target) => target.move))
  const text = roll ? t('quest.lessonRoll') : can ? t('quest.lessonFightB') : t('quest.lessonFightC')
  return { number: 3, title: t('games.attack'), text: [t('quest.lessonFightA'), text] }
}
