/** In milliseconds: the table accepts sixty messages a second, and a drag sends two questions at a time. */
const PAUSE = 40

/**
 * At most one question in flight and 25 per second. While one is pending, newer ones replace each
 * other, and the last one is sent after the answer.
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

  /** Cancel: a pending answer is ignored. */
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
