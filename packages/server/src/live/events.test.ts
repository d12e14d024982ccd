import { expect, test } from 'vitest'
import { playerId } from '../../test/helpers/ids.ts'
import { EventStream } from './events.ts'

const ANNA = playerId('anna')

test('subscribers hear an event in the order in which they subscribed, and nothing of other events', () => {
  const events = new EventStream()
  const heard: string[] = []
  events.on('signedOut', (player) => heard.push(`first ${player}`))
  events.on('tokenRevoked', () => heard.push('another event'))
  events.on('signedOut', (player) => heard.push(`second ${player}`))
  events.publish('signedOut', ANNA)
  expect(heard).toEqual([`first ${ANNA}`, `second ${ANNA}`])
})

test('a publisher that waits goes on when its subscribers are done, one after another', async () => {
  const events = new EventStream()
  const done: string[] = []
  for (const name of ['first', 'second']) {
    events.onAwaited('leaving', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      done.push(name)
    })
  }
  await events.publishAwaited('leaving', ANNA)
  expect(done).toEqual(['first', 'second'])
})

test('a publisher that waits hears why a subscriber failed', async () => {
  const events = new EventStream()
  events.onAwaited('leaving', () => Promise.reject(new Error('the disk is full')))
  await expect(events.publishAwaited('leaving', ANNA)).rejects.toThrow('the disk is full')
})
