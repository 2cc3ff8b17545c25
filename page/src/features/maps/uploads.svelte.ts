import { RefusedError } from '../../protocol/errors'
import { uploadMap, type Reading, type UploadReport } from '../../protocol/files'
import { session } from '../../state/session.svelte'
import { table } from '../../state/table.svelte'
import { reveal } from '../../ui/reveal'
import { t } from '../../words/words.svelte'

/** The outcome of one file that was dropped or chosen. */
export interface Upload {
  file: File
  /** The options with which it was read. */
  asked: Reading
  state: 'reading' | 'read' | 'refused'
  /** Why it was refused. An earlier result of the file stays valid. */
  why: string
  report: UploadReport | null
}

/** Files that the game master added to the table, and their reports. */
class Uploads {
  /** Whether a file is being dragged over the page. */
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

  /** Read it with other options; the new result replaces the old one. */
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
    // Through the list, because only that proxy is reactive.
    const entry = this.files[this.files.length - 1]
    if (entry) await this.#take(entry, {})
  }

  /** Return whether it was accepted. */
  async #take(entry: Upload, how: Reading): Promise<boolean> {
    entry.state = 'reading'
    entry.why = ''
    try {
      entry.report = await uploadMap(session.secret, entry.file, how)
      entry.asked = how
      entry.state = 'read'
      // The game master sees the new map at once, players only when it is shown to them. For a
      // whole table, that is the map that the players see.
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
