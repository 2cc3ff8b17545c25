import { tick } from 'svelte'
import { layout, type SectionName } from '../state/layout.svelte'

/** Opens a section of the master's panels and brings it into view, wherever they are scrolled to. */
export async function reveal(name: SectionName, { focus = false } = {}): Promise<void> {
  layout.show(name)
  await tick()
  const section = document.querySelector(`[data-section="${name}"]`)
  section?.scrollIntoView({ block: 'start' })
  if (focus) section?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
}

/** Opens the fields of the chosen figure. */
export async function revealChosen(): Promise<void> {
  await reveal('figures')
  document.querySelector('[data-section="figures"] .open')?.scrollIntoView({ block: 'start' })
}
