import type { OneCardDungeonView } from '../../protocol/messages.gen'
import type { Lesson } from '../common/lessons/lesson'
import { t } from '../../words/words.svelte'

export const STEPS = 7

/** The lesson for the current situation. Lessons follow the turns, so they always come in order. */
export function lessonFor(view: OneCardDungeonView): Lesson {
  if (view.phase === 'won' || view.phase === 'lost') return theEnd()
  if (view.phase === 'monster movement') return choiceIn(view)
  if (view.turn === 1) return firstTurn(view)
  if (view.turn === 2 && (view.phase === 'roll' || view.phase === 'energy')) return secondTurn(view)
  return attack(view)
}

function firstTurn(view: OneCardDungeonView): Lesson {
  if (view.phase === 'roll') {
    return {
      number: 1,
      title: t('dungeon.phaseRoll'),
      text: [
        t('dungeon.lesson1a'),
        t('dungeon.lesson1b'),
      ],
    }
  }
  if (view.phase === 'energy') {
    return {
      number: 2,
      title: t('dungeon.phasePlace'),
      text: [
        t('dungeon.lesson2a'),
        t('dungeon.lesson2b'),
      ],
    }
  }
  if (view.phase === 'adventurer' && view.ways.length) {
    return {
      number: 3,
      title: t('dungeon.lesson3'),
      text: [
        t('dungeon.lesson3a'),
        t('dungeon.lesson3b'),
      ],
    }
  }
  return {
    number: 4,
    title: t('games.endTurn'),
    text: [
      t('dungeon.lesson4a'),
      t('dungeon.lesson4b'),
    ],
  }
}

function secondTurn(view: OneCardDungeonView): Lesson {
  const placing = view.phase === 'energy'
  return {
    number: 5,
    title: t('dungeon.lesson5'),
    text: [
      t('dungeon.lesson5a'),
      placing ? t('dungeon.lesson5b', { cost: defence(view) }) : t('dungeon.pressRoll'),
    ],
  }
}

function attack(view: OneCardDungeonView): Lesson {
  const number = 6
  if (view.phase === 'roll' || view.phase === 'energy') {
    return { number, title: t('dungeon.lesson6'), text: [t('dungeon.lesson6a', { cost: defence(view) })] }
  }
  if (view.phase === 'adventurer' && view.foes.some((foe) => foe.move)) {
    return {
      number,
      title: t('games.attack'),
      text: [
        t('dungeon.lessonAttack', { cost: defence(view) }),
        t('dungeon.lessonSight'),
      ],
    }
  }
  return {
    number,
    title: t('games.attack'),
    text: [
      t('dungeon.lessonWhyNot'),
      t('dungeon.lessonCloser'),
    ],
  }
}

function choiceIn(view: OneCardDungeonView): Lesson {
  return {
    number: view.turn === 1 ? 4 : 6,
    title: t('dungeon.lessonChoice'),
    text: [t('dungeon.lessonChoiceA')],
  }
}

function theEnd(): Lesson {
  return { number: STEPS, title: t('dungeon.lessonEnd'), text: [t('dungeon.lessonEndA'), t('dungeon.lessonEndB')] }
}

function defence(view: OneCardDungeonView): number {
  return view.foes[0]?.defence ?? 0
}
