import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Latest } from './latest'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function wait(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds))
}

it('asks one at a time, and then only the latest', async () => {
  const asked: number[] = []
  const told: number[] = []
  const latest = new Latest<number, number>(
    async (question) => {
      asked.push(question)
      await wait(5)
      return question
    },
    (_, answer) => answer !== null && told.push(answer),
  )
  for (let i = 0; i < 5; i++) latest.put(i)
  await vi.advanceTimersByTimeAsync(150)
  expect(asked).toEqual([0, 4])
  expect(told).toEqual([0, 4])
})

it('forgets what was under way', async () => {
  const told: unknown[] = []
  const latest = new Latest<number, number>(
    async (question) => {
      await wait(5)
      return question
    },
    (...what) => told.push(what),
  )
  latest.put(1)
  latest.put(2)
  latest.clear()
  await vi.advanceTimersByTimeAsync(150)
  expect(told).toEqual([])
})

it('tells of an error, and goes on', async () => {
  const told: [number | null, unknown][] = []
  const latest = new Latest<number, number>(
    (question) => (question ? Promise.resolve(question) : Promise.reject(new Error('no'))),
    (_, answer, error) => told.push([answer, error]),
  )
  latest.put(0)
  await vi.advanceTimersByTimeAsync(10)
  latest.put(7)
  await vi.advanceTimersByTimeAsync(150)
  expect(told).toEqual([[null, new Error('no')], [7, null]])
})
