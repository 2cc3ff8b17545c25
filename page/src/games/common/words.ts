export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** With a capital letter and a period. */
export function sentence(text: string | undefined): string {
  if (!text) return ''
  const whole = capital(text)
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}
