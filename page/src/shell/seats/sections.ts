import type { SectionName } from '../../state/page/layout.svelte'
import type { IconName } from '../../ui/icons'
import type { PlainKey } from '../../words/catalog'

export const TITLES: Record<SectionName, PlainKey> = {
  sight: 'sight.title',
  calls: 'sight.calls',
  figures: 'tokens.title',
  turns: 'turns.initiative',
  dice: 'turns.dice',
  players: 'players.title',
  maps: 'maps.title',
  light: 'tokens.lighting',
  rule: 'sight.rules',
  who: 'sight.visibility',
  notes: 'turns.notes',
  export: 'maps.export',
  log: 'table.log',
}

export interface Tab {
  title: PlainKey
  icon: IconName
  sections: readonly [SectionName, ...SectionName[]]
}

/** The game master's tabs in their order. */
export const TABS: readonly Tab[] = [
  { title: 'tokens.title', icon: 'figures', sections: ['sight', 'figures'] },
  { title: 'sight.calls', icon: 'calls', sections: ['calls', 'who'] },
  { title: 'table.tabCombat', icon: 'turns', sections: ['turns', 'dice'] },
  { title: 'players.title', icon: 'players', sections: ['players'] },
  { title: 'maps.title', icon: 'maps', sections: ['maps', 'light', 'export'] },
  { title: 'sight.rules', icon: 'rule', sections: ['rule'] },
  { title: 'turns.notes', icon: 'notes', sections: ['notes', 'log'] },
]

export function tabOf(section: SectionName): Tab {
  return TABS.find((tab) => tab.sections.includes(section)) ?? (TABS[0] as Tab)
}
