/** The quest's pages, which are fetched when a quest is on the table, and not before. */
export { default as Quest } from './Quest.svelte'
export { default as QuestReplay } from './QuestReplay.svelte'
export { default as QuestStart } from './QuestStart.svelte'
