/** Short messages that appear over the page and disappear automatically. */
export interface Notice {
  id: number
  kind: 'info' | 'news' | 'refused' | 'error'
  text: string
}

const STAYS = 7000
/** The maximum number; older ones are removed. */
const MOST = 5

class Notices {
  all = $state.raw<readonly Notice[]>([])
  #last = 0

  show(kind: Notice['kind'], text: string): void {
    const id = ++this.#last
    this.all = [...this.all.slice(1 - MOST), { id, kind, text }]
    setTimeout(() => this.dismiss(id), STAYS)
  }

  dismiss(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id)
  }
}

export const notices = new Notices()
