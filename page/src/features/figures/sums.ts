/** Health after input: "12" sets it, "-3" and "+5" change it; null if it is not a number. */
export function healthAfter(typed: string, health: number, most: number | null): number | null {
  const text = typed.replace(/\s/g, '').replace(/−/g, '-')
  if (!/^[+-]?\d{1,6}([+-]\d{1,6})*$/.test(text)) return null
  const sum = (text.match(/[+-]?\d+/g) ?? []).reduce((total, each) => total + Number(each), 0)
  const isChange = /^[+-]/.test(text)
  const after = isChange ? health + sum : sum
  // Healing stops at the maximum; a number entered directly may exceed it.
  const limit = isChange && sum > 0 && most !== null ? Math.max(most, health) : Infinity
  return Math.max(0, Math.min(after, limit))
}
