export type Theme = 'system' | 'light' | 'dark'

const KEPT = 'sightline theme'

/** Light or dark, as chosen on this machine. */
class ThemeChoice {
  chosen = $state<Theme>(readTheme())

  constructor() {
    $effect.root(() => {
      $effect(() => this.#apply())
    })
  }

  #apply(): void {
    const root = document.documentElement
    if (this.chosen === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = this.chosen
    try {
      localStorage.setItem(KEPT, this.chosen)
    } catch {
      // Then it is the system's again after a reload.
    }
  }
}

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEPT)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

export const theme = new ThemeChoice()
