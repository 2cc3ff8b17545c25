import { RefusedError, table, type UploadReport } from '../lib/table.svelte'
import { reveal } from './reveal'

/** What became of one file that was dropped or chosen. */
export interface Dropped {
  file: string
  state: 'reading' | 'read' | 'refused'
  /** Why it was refused. */
  why: string
  report: UploadReport | null
}

/** Files that the master brought to the table, and the reports of what was read of each. */
class Drops {
  /** A file is being dragged over the page. */
  hovering = $state(false)
  files = $state<Dropped[]>([])

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

  async #read(file: File): Promise<void> {
    this.files.push({ file: file.name, state: 'reading', why: '', report: null })
    // Through the list: only that copy is watched for changes.
    const entry = this.files[this.files.length - 1]
    if (!entry) return
    try {
      entry.report = await table.upload(file)
      entry.state = 'read'
      // The master sees at once what came of it; the players, when it is shown to them.
      const first = entry.report.maps[0]
      if (first) table.lookAt(first.map)
      void reveal('maps')
    } catch (error) {
      entry.state = 'refused'
      entry.why =
        error instanceof RefusedError ? error.message : 'The line to the table was lost. Try it again.'
    }
  }
}

export const drops = new Drops()
