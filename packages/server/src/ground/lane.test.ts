import { expect, test } from 'vitest'
import { Lane } from './lane.ts'

/** A job that ends on request, and counts how often it was started. */
function held(key: string) {
  const ends: ((afterMs: number | undefined) => void)[] = []
  return {
    key,
    run: () => new Promise<number | undefined>((resolve) => ends.push(resolve)),
    end: (afterMs?: number) => ends.at(-1)?.(afterMs),
    get runs() {
      return ends.length
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('sends four at a time, and the next when one is done', async () => {
  const lane = new Lane(() => undefined)
  const jobs = Array.from({ length: 6 }, (_, n) => held(`${n}`))
  for (const job of jobs) lane.add(job)
  expect(jobs.map(({ runs }) => runs)).toEqual([1, 1, 1, 1, 0, 0])
  jobs[2]?.end()
  await settled()
  expect(jobs.map(({ runs }) => runs)).toEqual([1, 1, 1, 1, 1, 0])
})

test('lets a later one take the place of one that waits about the same', async () => {
  const lane = new Lane(() => undefined)
  const busy = Array.from({ length: 4 }, (_, n) => held(`${n}`))
  for (const job of busy) lane.add(job)
  const [older, newer] = [held('game'), held('game')]
  lane.add(older)
  lane.add(newer)
  for (const job of busy) job.end()
  await settled()
  expect([older.runs, newer.runs]).toEqual([0, 1])
})

test('keeps a thousand waiting, and says of each further one that it is lost', () => {
  let lost = 0
  const lane = new Lane(() => lost++)
  for (let n = 0; n < 1010; n++) lane.add(held(`${n}`))
  expect(lane.countWaiting).toBe(1000)
  expect(lost).toBe(6)
  lane.close()
  expect(lost).toBe(1006)
  lane.add(held('late'))
  expect(lost).toBe(1007)
})

test('leaves a service alone that says to come later, and gives up after three tries', async () => {
  let [lost, tries] = [0, 0]
  const lane = new Lane(() => lost++)
  const run = async () => {
    tries++
    return 1
  }
  lane.add({ key: 'one', run })
  await settled()
  const other = held('other')
  lane.add(other)
  expect([tries, other.runs]).toEqual([1, 0])
  await expect.poll(() => [tries, lost], { timeout: 60_000 }).toEqual([3, 1])
  await expect.poll(() => other.runs, { timeout: 60_000 }).toBe(1)
  lane.close()
})
