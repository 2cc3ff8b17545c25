import type { OneCardDungeonView } from '../../protocol/messages.gen'

export interface Lesson {
  title: string
  text: string[]
  fits(view: OneCardDungeonView): boolean
}

const canAttack = (view: OneCardDungeonView) => view.foes.some((foe) => foe.move)

/** In the order in which a first game meets them; the first that fits is shown. */
export const LESSONS: readonly Lesson[] = [
  {
    title: 'Roll',
    text: [
      'You are the round figure; the star is a straw dummy. Clear the card of monsters before your six health are gone.',
      'Every turn begins with three dice. They are your energy for the turn.',
    ],
    fits: (view) => view.phase === 'roll' && view.turn === 1,
  },
  {
    title: 'Place the dice',
    text: [
      'One die goes on each skill and is added to what you have learned. Speed is for walking, attack for hitting, defence divides what hits you.',
      'Tap a die, then a skill; or take a row.',
    ],
    fits: (view) => view.phase === 'energy',
  },
  {
    title: 'Attack',
    text: [
      'It is in range and in sight: tap it. Each hit takes its defence from your attack points, and one of its health.',
      'Range is counted like walking. Sight is a straight line from any corner of your tile to any corner of its tile, past walls and past other figures; look at a monster, and the line is drawn.',
    ],
    fits: (view) => view.phase === 'adventurer' && canAttack(view),
  },
  {
    title: 'Walk',
    text: [
      'The number on a tile is what the way there costs: a straight step 2 speed, a diagonal one 3. You may walk, attack and walk again.',
      'Look at a tile before you go: the list says whom you could attack from there, and why not the others. Everything can be undone until dice fall.',
    ],
    fits: (view) => view.phase === 'adventurer' && view.ways.length > 0 && view.turn === 1,
  },
  {
    title: 'End the turn',
    text: [
      'The forecast says what the monsters will do: each comes, the nearest first, to the farthest tile from which it sees you in its range. Then all that can, attack together.',
      'Their attacks are added up and divided by your defence, rounded down: 5 + 5 = 10, against a defence of 4 that is 2 health.',
    ],
    fits: (view) => view.phase === 'adventurer',
  },
  {
    title: 'Where choices are equal',
    text: ['Of moves that are equally good for a monster, you choose. Tap a tile, or let the program choose.'],
    fits: (view) => view.phase === 'monster movement',
  },
  {
    title: 'And again',
    text: [
      'Health does not come back by itself: a wall between you and them is worth more than a six.',
      'When a level is clear you learn: one skill goes up for good, or your health goes back to six. There are twelve levels.',
    ],
    fits: (view) => view.phase === 'roll',
  },
  {
    title: 'That was all',
    text: ['You know the game. Begin with level 1: the paladin is a good first class. H asks for a hint, and its reason.'],
    fits: (view) => view.phase === 'won' || view.phase === 'lost',
  },
]

export function lessonFor(view: OneCardDungeonView): Lesson | null {
  return LESSONS.find((lesson) => lesson.fits(view)) ?? null
}
