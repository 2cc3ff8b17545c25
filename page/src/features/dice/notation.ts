const FIRST_DIE = /(^|[+-])\s*1?d(\d+|%)(?![\d!khdl])/i

/**
 * The roll with advantage ("kh") or disadvantage ("kl"): the first single die becomes two, of which
 * one counts. Without a single die, this rolls a d20.
 */
export function twice(dice: string, keep: 'kh' | 'kl'): string {
  const text = dice.trim()
  if (!text) return `2d20${keep}1`
  return text.replace(FIRST_DIE, (_, sign: string, sides: string) => `${sign}2d${sides}${keep}1`)
}
