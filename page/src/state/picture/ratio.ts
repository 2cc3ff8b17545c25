/** Exact numbers of pixels, so that the positions of a picture's tiles are never rounded. */

export interface Ratio {
  n: number
  d: number
}

/** The table accepts no longer numbers. */
const MOST_DIGITS = 999_999

function gcd(a: number, b: number): number {
  while (b) [a, b] = [b, a % b]
  return Math.abs(a) || 1
}

export function ratio(n: number, d = 1): Ratio {
  const by = gcd(n, d) * Math.sign(d)
  return { n: n / by, d: d / by }
}

/** "70", "69.5", "2048/29"; null if it is not such a number. */
export function parseRatio(text: string): Ratio | null {
  const found = /^\s*(-?)(\d{1,6})(?:\.(\d{1,6})|\/(\d{1,7}))?\s*$/.exec(text.replace(',', '.'))
  if (!found) return null
  const [, sign, whole = '0', decimals = '', below] = found
  const by = sign ? -1 : 1
  if (below !== undefined) return Number(below) ? ratio(by * Number(whole), Number(below)) : null
  const scale = 10 ** decimals.length
  return ratio(by * (Number(whole) * scale + Number(decimals || 0)), scale)
}

export function value({ n, d }: Ratio): number {
  return n / d
}

export function plus(a: Ratio, b: Ratio): Ratio {
  return ratio(a.n * b.d + b.n * a.d, a.d * b.d)
}

export function times(a: Ratio, by: number, over = 1): Ratio {
  return ratio(a.n * by, a.d * over)
}

/** The remainder of `a` divided by the step, from 0 up to the step. */
export function modulo(a: Ratio, step: Ratio): Ratio {
  return plus(a, times(step, -Math.floor((a.n * step.d) / (a.d * step.n))))
}

/** As sent to the server. Numbers with too many digits are rounded to a millionth. */
export function said({ n, d }: Ratio): string {
  if (d === 1 && Math.abs(n) <= MOST_DIGITS) return String(n)
  if (Math.abs(n) <= MOST_DIGITS && d <= MOST_DIGITS) return `${n}/${d}`
  return (n / d).toFixed(6)
}

/** As shown to users: a short decimal if that is exact, otherwise a fraction. */
export function shown(each: Ratio): string {
  const decimal = Math.round(value(each) * 1000) / 1000
  return decimal * each.d === each.n ? String(decimal) : said(each)
}
