const FOCUSABLE =
  'button:not(:disabled), select:not(:disabled), input:not(:disabled), a[href], [tabindex="0"]'

/** Moves the focus to the next part of the page: top bar, map, tools, panels, and back to the start. */
export function nextRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')]
  const here = regions.findIndex((region) => region.contains(document.activeElement))
  for (let i = 1; i <= regions.length; i++) {
    const at = (((here + i * step) % regions.length) + regions.length) % regions.length
    const first = regions[at]?.querySelector<HTMLElement>(FOCUSABLE)
    if (first) {
      first.focus()
      return
    }
  }
}
