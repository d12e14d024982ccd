import { expect, test } from 'vitest'
import { startOnce } from './start-once.ts'

/** Something that fails to start so many times, and counts its starts and ends. */
function late(failures = 0) {
  let [starts, ends] = [0, 0]
  const once = startOnce(async () => {
    starts++
    if (starts <= failures) throw new Error('no network')
    return {
      close: async () => {
        ends++
      },
    }
  })
  return { ...once, counts: () => ({ starts, ends }) }
}

test('what is needed twice is started once, and closed', async () => {
  const { get, close, counts } = late()
  close()
  expect(counts()).toEqual({ starts: 0, ends: 0 })
  expect(await get()).toBe(await get())
  close()
  await Promise.resolve()
  expect(counts()).toEqual({ starts: 1, ends: 1 })
})

test('a failed start reaches all who wait, and the next one starts again', async () => {
  const { get, close, counts } = late(1)
  const both = await Promise.allSettled([get(), get()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await get()
  close()
  await Promise.resolve()
  expect(counts()).toEqual({ starts: 2, ends: 1 })
})

test('it is closed although the start still runs, and a start that fails then is no fault', async () => {
  const { get, close, counts } = late()
  const started = get()
  close()
  await started
  expect(counts()).toEqual({ starts: 1, ends: 1 })
  const failing = late(1)
  const failed = failing.get()
  failing.close()
  await expect(failed).rejects.toThrow('no network')
})

test('nothing starts where there is nothing to start', async () => {
  await expect(startOnce(undefined).get()).rejects.toThrow('cannot run')
})

test('what fails while it closes is no fault', async () => {
  const close = async () => {
    throw new TypeError('Load failed')
  }
  const once = startOnce(async () => ({ close }))
  await once.get()
  once.close()
  await new Promise((resolve) => setTimeout(resolve))
})
