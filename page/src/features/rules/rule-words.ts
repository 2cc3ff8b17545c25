/** The rules and their settings in plain words. The server says which there are; this explains. */

export const RULE_WORDS: Record<string, string> = {
  corner:
    'You see someone if any corner of your tile and any corner of theirs can be joined by a straight line with nothing in the way.',
  center:
    'You see someone if the one line from the middle of your tile to the middle of theirs is free.',
  hexray:
    'A chain of hexes runs from you to them; you see them if no rock, wall or hill on it stands in the way. Bushes and the like only make it harder.',
}

interface TieWords {
  title: string
  words: string
}

const TOUCHING: Record<string, TieWords> = {
  strict: {
    title: 'A touch blocks',
    words: 'A line that so much as touches a corner or edge of something is blocked.',
  },
  'corners-pass': {
    title: 'Corners let pass',
    words: 'A line may touch a corner, but may not run along an edge.',
  },
  permissive: {
    title: 'A touch passes',
    words: 'A line may touch corners and run along edges; only what it goes through blocks.',
  },
  adjudicated: {
    title: 'You decide',
    words: 'When a touch makes the difference, the call waits for you, and counts as hidden until then.',
  },
}

const BETWEEN_HEXES: Record<string, TieWords> = {
  nearest: {
    title: 'Nearest hex',
    words: 'Where the line runs exactly between two hexes, rounding picks one.',
  },
  strict: {
    title: 'Both sides must be free',
    words: 'Where the line runs exactly between two hexes, both ways round must be free.',
  },
  permissive: {
    title: 'One side is enough',
    words: 'Where the line runs exactly between two hexes, one free way is enough.',
  },
  adjudicated: {
    title: 'You decide',
    words: 'Where the two ways round differ, the call waits for you, and counts as hidden until then.',
  },
}

export function tieWords(kind: string, ties: string): TieWords {
  const words = kind === 'hexray' ? BETWEEN_HEXES : TOUCHING
  return words[ties] ?? { title: ties, words: '' }
}
