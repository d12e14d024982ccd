import type { GameId } from '@hokito/protocol'
import { seededBytes } from '@hokito/rules'
import { signal } from '@preact/signals'
import { expect, test, vi } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import type { Connection } from './connection.ts'
import { createSaidPhrases } from './said-phrases.ts'

const GAME = 'a game' as GameId

/** What the server says to the page made last, by the name of the message. */
const told = new Map<string, (message: object) => void>()

/** The phrases on the page of a game, over a connection that acknowledges everything. */
function page(game: GameId, lasting: () => Storage) {
  const connection = {
    on: (name: string, hear: (message: object) => void) => {
      told.set(name, hear)
      return () => undefined
    },
    send: async () => ({ ok: true }),
  } as unknown as Connection
  const followed = { game: signal(undefined), own: signal('black' as const) }
  const talking = { connection, randomBytes: seededBytes(1), storage: lasting, lasting }
  return createSaidPhrases(game, talking, followed)
}

test('what was said is still known when the page of its game is loaded again, and nowhere else', async () => {
  const storage = memoryStorage()
  const first = page(GAME, () => storage)
  for (const phrase of ['hello', 'goodLuck', 'wellPlayed', 'thanks'] as const) {
    await first.say(phrase)
  }
  const again = page(GAME, () => storage).said.value
  expect(again).toEqual(first.said.value)
  expect(again.map(({ phrase }) => phrase)).toEqual(['goodLuck', 'wellPlayed', 'thanks'])
  const other = page('another game' as GameId, () => storage)
  expect(other.said.value).toEqual([])
  await other.say('hello')
  expect(page(GAME, () => storage).said.value).toEqual(again)
})

test('what was just said is so for half a minute, and not when the page is loaded again', async () => {
  vi.useFakeTimers()
  const storage = memoryStorage()
  const open = page(GAME, () => storage)
  await open.say('hello')
  await vi.advanceTimersByTimeAsync(7000)
  await open.say('goodLuck')
  expect(open.fresh.value).toEqual([1, 2])
  expect(page(GAME, () => storage).fresh.value).toEqual([])
  await vi.advanceTimersByTimeAsync(7000)
  expect(open.fresh.value).toEqual([2])
  open.stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('what the opponent has said is unread until it is read, also after a reload', () => {
  const storage = memoryStorage()
  const say = (name: string, message: object) => told.get(name)?.({ game: GAME, ...message })
  const line = (n: number, color: string) => ({ n, color, at: 0, words: 'Hello' })
  const open = page(GAME, () => storage)
  say('said', { color: 'white', phrase: 'hello' })
  say('talk', { isOn: true, written: [line(1, 'black')] })
  expect(open.unread.said.value).toBe(true)
  expect(open.unread.written.value).toBe(false)
  say('written', line(2, 'white'))
  expect(open.unread.written.value).toBe(true)
  const written = [line(1, 'black'), line(2, 'white')]
  const again = page(GAME, () => storage)
  say('talk', { isOn: true, written })
  expect(again.unread.written.value).toBe(true)
  again.unread.written.value = false
  const last = page(GAME, () => storage)
  say('talk', { isOn: true, written })
  expect(last.unread.written.value).toBe(false)
  expect(last.said.value).toHaveLength(1)
})

test('what was said is kept of the twenty games in which something was said last', async () => {
  const storage = memoryStorage()
  const games = Array.from({ length: 21 }, (_, n) => `game ${n}` as GameId)
  for (const game of games) await page(game, () => storage).say('hello')
  const counts = games.map((game) => page(game, () => storage).said.value.length)
  expect(counts).toEqual([0, ...Array(20).fill(1)])
})

test.each([
  ['forbidden', undefined],
  ['damaged', '[{"game":"a game","said":[{"color":"red"}]}]'],
  ['no text of ours', '{'],
])('where the storage is %s nothing has been said, and the page works', async (_, text) => {
  const storage = memoryStorage()
  if (text !== undefined) storage.setItem('hokito:said', text)
  const open = page(GAME, () => {
    if (text === undefined) throw new Error('forbidden')
    return storage
  })
  expect(open.said.value).toEqual([])
  await open.say('hello')
  expect(open.said.value).toHaveLength(1)
})
