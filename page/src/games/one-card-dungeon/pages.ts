import { words } from '../../words/words.svelte'

await words.need('dungeon')
export { default as Play } from './Dungeon.svelte'
export { default as Replay } from './Replay.svelte'
export { default as Start } from './StartForm.svelte'
