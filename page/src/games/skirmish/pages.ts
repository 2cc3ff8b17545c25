import { words } from '../../words/words.svelte'

await words.need('skirmish')
export { default as Play } from './Skirmish.svelte'
export { default as Replay } from './SkirmishReplay.svelte'
export { default as Start } from './SkirmishStart.svelte'
