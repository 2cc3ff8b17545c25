/** Sentences of the server, cut to what the page has room for. */
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

/** A ruling's time as people here tell it: "at 21:40", or "on 15 Nov". */
export function friendly(words: string): string {
  return words.replace(/on (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC/g, (_, date: string, time: string) => {
    const when = new Date(`${date}T${time}Z`)
    const today = when.toDateString() === new Date().toDateString()
    return today ? `at ${hour.format(when)}` : `on ${day.format(when)}`
  })
}

/** The reason without the verdict around it, which is shown in large letters already. */
export function reason(answer: string): string {
  const words = answer
    .replace(/^.* (?=By the rule alone: )/, '')
    .replace(/^(Visible|Hidden|Too close to call): /, '')
    .replace(/ It awaits the (game )?master's ruling, and counts as hidden until then\.$/, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
