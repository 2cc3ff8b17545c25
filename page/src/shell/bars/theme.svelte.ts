export type Theme = 'system' | 'light' | 'dark'

const KEPT = 'sightline theme'

/** Light or dark, as chosen in this browser. */
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
      // Without storage, the system's theme is used after a reload.
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
