/** Health and conditions of a figure, as far as this page knows them. */
import type { Figure } from '../../../state/stage.svelte'
import { t, term } from '../../../words/words.svelte'

const STEPS: Record<string, number> = { unhurt: 1, hurt: 0.75, 'badly hurt': 0.25, down: 0 }

/** The remaining fraction for the health bar, or null for none. A health word gives a fixed step. */
export function healthLeft({ health, most_health, health_word }: Figure): number | null {
  if (health_word) return STEPS[health_word] ?? null
  if (health === null || most_health === null) return null
  return Math.min(1, Math.max(0, health / most_health))
}

/** ", 7 of 9 health, poisoned". */
export function markWords({ health, most_health, health_word, conditions }: Figure): string {
  const words = conditions.map((each) => each.text)
  if (health !== null) words.unshift(most_health === null ? t('map.healthIs', { health }) : t('map.healthOf', { health, most: most_health }))
  else if (health_word) words.unshift(term(health_word))
  return words.map((each) => `, ${each}`).join('')
}
