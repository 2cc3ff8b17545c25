import { RefusedError } from '../../protocol/errors'
import { uploadMap, type Reading, type UploadReport } from '../../protocol/files'
import { session } from '../../state/session.svelte'
import { table } from '../../state/table.svelte'
import { reveal } from '../../ui/reveal'
import { t } from '../../words/words.svelte'

/** What became of one file that was dropped or chosen. */
export interface Upload {
  file: File
  /** How it was asked to be read. */
  asked: Reading
  state: 'reading' | 'read' | 'refused'
  /** Why it was refused; if it had been read before, that still stands. */
  why: string
  report: UploadReport | null
}

/** Files that the master brought to the table, and the reports of what was read of each. */
class Uploads {
  /** A file is being dragged over the page. */
  hovering = $state(false)
  files = $state<Upload[]>([])

  take(list: FileList | null): void {
    const files = [...(list ?? [])]
    if (!files.length) return
    this.files = []
    void reveal('maps')
    for (const file of files) void this.#read(file)
  }

  clear(): void {
    this.files = []
  }

  /** Read it in another way: what comes of it takes the place of what came before. */
  async readAgain(entry: Upload, how: Reading): Promise<void> {
    const before = entry.report?.maps ?? []
    const shown = new Set(table.info?.maps.filter((map) => map.shown).map((map) => map.id))
    if (!(await this.#take(entry, how))) return
    const first = entry.report?.maps[0]
    for (const { map } of before) {
      if (first && shown.has(map)) await session.do({ t: 'show_map', map: first.map })
      await session.do({ t: 'delete_map', map })
    }
  }

  async #read(file: File): Promise<void> {
    this.files.push({ file, asked: {}, state: 'reading', why: '', report: null })
    // Through the list: only that copy is watched for changes.
    const entry = this.files[this.files.length - 1]
    if (entry) await this.#take(entry, {})
  }

  /** Was it taken? */
  async #take(entry: Upload, how: Reading): Promise<boolean> {
    entry.state = 'reading'
    entry.why = ''
    try {
      entry.report = await uploadMap(session.secret, entry.file, how)
      entry.asked = how
      entry.state = 'read'
      // The master sees at once what came of it; the players, when it is shown to them. Of a whole
      // table that is the map that they see.
      const came = entry.report.maps.map(({ map }) => map)
      const shown = table.info?.maps.find((map) => map.shown && came.includes(map.id))
      const first = shown?.id ?? came[0]
      if (first) session.lookAt(first)
      void reveal('maps')
      return true
    } catch (error) {
      entry.state = entry.report ? 'read' : 'refused'
      entry.why =
        error instanceof RefusedError ? error.message : t('common.connectionLost')
      return false
    }
  }
}

export const uploads = new Uploads()
