/** Decides which keys belong to a game. They work wherever the focus is. */

/** Whether the key belongs to a field, a dialog, or a scrolling list. */
export function isTakenElsewhere(event: KeyboardEvent): boolean {
  const at = event.target
  if (event.defaultPrevented) return true
  if (!(at instanceof Element)) return false
  if (at.closest('textarea, select, dialog, [role="dialog"], input:not([type="checkbox"])')) return true
  // Browsers focus scrolling elements so that arrow keys can scroll them.
  const scrolls = at instanceof HTMLElement && at.tabIndex < 0 && at.scrollHeight > at.clientHeight
  return scrolls && at !== document.body && event.key.startsWith('Arrow')
}

/** Whether this is Enter or Space on a control that they press. */
export function isPress(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false
  return event.target instanceof Element && !!event.target.closest('button, a[href], summary, input, [role="button"]')
}

/** Whether this is a key for boards (a step, a preview or a selection) and not a browser shortcut. */
export function isForBoard(event: KeyboardEvent): boolean {
  return !isTakenElsewhere(event) && !isPress(event) && !event.ctrlKey && !event.metaKey && !event.altKey
}
