import { words } from '../../words/words.svelte'

await words.need('quest')
export { default as Play } from './Quest.svelte'
export { default as Replay } from './QuestReplay.svelte'
export { default as Start } from './QuestStart.svelte'
