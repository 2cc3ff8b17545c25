import type { SectionName } from '../state/layout.svelte'
import type { IconName } from '../ui/icons'

/** The master's sections in their order; as tabs where the window is small. */
export const SECTIONS: readonly { name: SectionName; title: string; icon: IconName }[] = [
  { name: 'sight', title: 'Sight', icon: 'visible' },
  { name: 'calls', title: 'Calls', icon: 'calls' },
  { name: 'figures', title: 'Figures', icon: 'figures' },
  { name: 'turns', title: 'Turns', icon: 'turns' },
  { name: 'dice', title: 'Dice', icon: 'dice' },
  { name: 'players', title: 'Players', icon: 'players' },
  { name: 'maps', title: 'Maps', icon: 'maps' },
  { name: 'light', title: 'Light', icon: 'lamp' },
  { name: 'rule', title: 'Rule', icon: 'rule' },
  { name: 'who', title: 'Who', icon: 'who' },
  { name: 'notes', title: 'Notes', icon: 'notes' },
  { name: 'export', title: 'Export', icon: 'export' },
  { name: 'log', title: 'Log', icon: 'log' },
]
