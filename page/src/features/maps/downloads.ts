import { RefusedError } from '../../protocol/errors'
import { downloadFile, type Export } from '../../protocol/files'
import { notices } from '../../state/page/notices.svelte'
import { session } from '../../state/session.svelte'
import { table } from '../../state/table.svelte'
import { t } from '../../words/words.svelte'

/** Save a picture, the map or the whole table as a file. A notice reports a failure, or what the file omits. */
export function save(what: Export): void {
  download(what).catch((error: unknown) => {
    const refused = error instanceof RefusedError
    notices.show('error', refused ? error.message : t('common.connectionLost'))
  })
}

async function download(what: Export): Promise<void> {
  const { name, content, note } = await downloadFile(session.secret, what, table.info?.map)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  if (note) notices.show('news', note)
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
