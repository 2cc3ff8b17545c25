/** Which keys are a game's own. They work wherever the focus is: nobody has to find the board first. */

/** The key belongs to a field, to a dialog, or to a list that scrolls. */
export function isTakenElsewhere(event: KeyboardEvent): boolean {
  const at = event.target
  if (event.defaultPrevented) return true
  if (!(at instanceof Element)) return false
  if (at.closest('textarea, select, dialog, [role="dialog"], input:not([type="checkbox"])')) return true
  // A browser gives the focus to what scrolls, so that arrows can scroll it.
  const scrolls = at instanceof HTMLElement && at.tabIndex < 0 && at.scrollHeight > at.clientHeight
  return scrolls && at !== document.body && event.key.startsWith('Arrow')
}

/** Enter or Space on something that they press. */
export function isPress(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false
  return event.target instanceof Element && !!event.target.closest('button, a[href], summary, input, [role="button"]')
}

/** For boards: a step, a look or a pick, and not a shortcut of the browser's. */
export function isForBoard(event: KeyboardEvent): boolean {
  return !isTakenElsewhere(event) && !isPress(event) && !event.ctrlKey && !event.metaKey && !event.altKey
}
