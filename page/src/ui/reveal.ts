import { tick } from 'svelte'
import { layout, type SectionName } from '../state/page/layout.svelte'

/** Opens a section of the game master's panels and scrolls it into view. */
export async function reveal(name: SectionName, { focus = false } = {}): Promise<void> {
  layout.show(name)
  await tick()
  const section = await drawn(`[data-section="${name}"]`)
  section?.scrollIntoView({ block: 'start' })
  if (focus) section?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
}

/** Milliseconds to wait for a panel to load. */
const PATIENCE = 5000

/** The element as soon as it is drawn, since its panel may have to be loaded; otherwise null. */
function drawn(selector: string): Promise<Element | null> {
  const there = document.querySelector(selector)
  if (there) return Promise.resolve(there)
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const element = document.querySelector(selector)
      if (element) end(element)
    })
    const late = setTimeout(() => end(null), PATIENCE)
    function end(element: Element | null): void {
      observer.disconnect()
      clearTimeout(late)
      resolve(element)
    }
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

/** Opens the fields of the selected figure. */
export async function revealChosen(): Promise<void> {
  await reveal('figures')
  document.querySelector('[data-section="figures"] .open')?.scrollIntoView({ block: 'start' })
}
