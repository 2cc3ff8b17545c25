import type { SectionName } from '../../state/page/layout.svelte'
import { Later } from '../../ui/later.svelte'

/** The game master's panels that are not shown at first. */
export const PANELS: Readonly<Record<Exclude<SectionName, 'sight' | 'figures'>, Later>> = {
  calls: new Later(() => import('../../features/rulings/CallsPanel.svelte')),
  players: new Later(() => import('../../features/players/PlayersPanel.svelte')),
  maps: new Later(() => import('../../features/maps/MapsPanel.svelte')),
  light: new Later(() => import('../../features/light/LightPanel.svelte')),
  rule: new Later(() => import('../../features/rules/RulePanel.svelte')),
  who: new Later(() => import('../../features/sight/WhoPanel.svelte')),
  export: new Later(() => import('../../features/maps/ExportPanel.svelte')),
  log: new Later(() => import('../LogPanel.svelte')),
  dice: new Later(() => import('../../features/dice/DicePanel.svelte')),
  notes: new Later(() => import('../../features/notes/NotesPanel.svelte')),
  turns: new Later(() => import('../../features/turns/TurnsPanel.svelte')),
}

export const TOOL_OPTIONS: Later = new Later(() => import('../bars/ToolOptions.svelte'))
