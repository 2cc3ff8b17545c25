import { RefusedError, table, type Export } from '../../state/session.svelte'

export function save(what: Export): void {
  table.download(what).catch((error: unknown) => {
    const refused = error instanceof RefusedError
    table.notice('error', refused ? error.message : 'The line to the table was lost. Try it again.')
  })
}
