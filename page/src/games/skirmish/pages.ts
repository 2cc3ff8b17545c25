/** The skirmish's pages, which are fetched when one is on the table, and not before. */
export { default as Skirmish } from './Skirmish.svelte'
export { default as SkirmishReplay } from './SkirmishReplay.svelte'
export { default as SkirmishStart } from './SkirmishStart.svelte'
