/** In milliseconds: the table listens to sixty messages a second, and a drag asks two at a time. */
const PAUSE = 40

/**
 * At most one question in flight, at most 25 a second, and the latest wins: while one is being
 * answered, newer ones replace each other, and the last of them is asked when the answer is in.
 */
export class Latest<Q, A> {
  #busy = false
  #next: { question: Q } | null = null
  #turn = 0
  #asked = -Infinity

  constructor(
    private readonly ask: (question: Q) => Promise<A>,
    private readonly answered: (question: Q, answer: A | null, error: unknown) => void,
  ) {}

  put(question: Q): void {
    this.#next = { question }
    this.#go()
  }

  /** Forget what was asked: an answer under way is dropped. */
  clear(): void {
    this.#next = null
    this.#turn++
  }

  #go(): void {
    if (this.#busy || !this.#next) return
    this.#busy = true
    const wait = this.#asked + PAUSE - performance.now()
    if (wait > 0) setTimeout(() => void this.#askNext(), wait)
    else void this.#askNext()
  }

  async #askNext(): Promise<void> {
    const next = this.#next
    this.#next = null
    if (next) {
      const turn = this.#turn
      this.#asked = performance.now()
      let answer: A | null = null
      let error: unknown = null
      try {
        answer = await this.ask(next.question)
      } catch (caught) {
        error = caught
      }
      if (turn === this.#turn) this.answered(next.question, answer, error)
    }
    this.#busy = false
    this.#go()
  }
}
