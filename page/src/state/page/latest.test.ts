import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Latest } from './latest'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function wait(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds))
}

it('asks one at a time, and then only the latest', async () => {
  const asked: number[] = []
  const answers: number[] = []
  const latest = new Latest<number, number>(
    async (question) => {
      asked.push(question)
      await wait(5)
      return question
    },
    (_, answer) => answer !== null && answers.push(answer),
  )
  for (let i = 0; i < 5; i++) latest.put(i)
  await vi.advanceTimersByTimeAsync(150)
  expect(asked).toEqual([0, 4])
  expect(answers).toEqual([0, 4])
})

it('forgets what was under way', async () => {
  const answers: unknown[] = []
  const latest = new Latest<number, number>(
    async (question) => {
      await wait(5)
      return question
    },
    (...what) => answers.push(what),
  )
  latest.put(1)
  latest.put(2)
  latest.clear()
  await vi.advanceTimersByTimeAsync(150)
  expect(answers).toEqual([])
})

it('passes an error on, and goes on', async () => {
  const answers: [number | null, unknown][] = []
  const latest = new Latest<number, number>(
    (question) => (question ? Promise.resolve(question) : Promise.reject(new Error('no'))),
    (_, answer, error) => answers.push([answer, error]),
  )
  latest.put(0)
  await vi.advanceTimersByTimeAsync(10)
  latest.put(7)
  await vi.advanceTimersByTimeAsync(150)
  expect(answers).toEqual([[null, new Error('no')], [7, null]])
})
