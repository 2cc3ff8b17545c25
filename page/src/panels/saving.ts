import { table } from '../lib/table.svelte'

/** What can be saved as a file; players get only what they know. */
export type Kind = 'svg' | 'png' | 'json' | 'table'

export function save(what: Kind): void {
  table.download(what).catch(() => {
    table.notice('error', 'The line to the table was lost. Try it again.')
  })
}
