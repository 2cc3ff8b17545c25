/**
 * At most one question in flight, and the latest wins: while one is being answered, newer ones
 * replace each other, and the last of them is asked when the answer is in.
 */
export class Latest<Q, A> {
  #busy = false
  #next: { question: Q } | null = null
  #turn = 0

  constructor(
    private readonly ask: (question: Q) => Promise<A>,
    private readonly told: (question: Q, answer: A | null, error: unknown) => void,
  ) {}

  put(question: Q): void {
    if (this.#busy) this.#next = { question }
    else void this.#go(question)
  }

  /** Forget what was asked: an answer under way is not told. */
  clear(): void {
    this.#next = null
    this.#turn++
  }

  async #go(question: Q): Promise<void> {
    this.#busy = true
    const turn = this.#turn
    let answer: A | null = null
    let error: unknown = null
    try {
      answer = await this.ask(question)
    } catch (caught) {
      error = caught
    }
    this.#busy = false
    if (turn === this.#turn) this.told(question, answer, error)
    const next = this.#next
    this.#next = null
    if (next) void this.#go(next.question)
  }
}
