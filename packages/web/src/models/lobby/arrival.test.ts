import type { ClientMessage, GameSummary, GameView, ServerMessages } from '@hokito/protocol'
import { seededBytes } from '@hokito/rules'
import { signal } from '@preact/signals'
import { beforeEach, expect, test } from 'vitest'
import { challengeId, gameId } from '../../../../server/test/helpers/ids.ts'
import { onlineGame } from '../../../test/helpers/online-games.ts'
import type { Connection } from '../online/connection.ts'
import { type Arrival, createArrival } from './arrival.ts'

const BEGUN = { game: gameId('begun'), challenge: challengeId('ours') }

let arrival: Arrival
let sent: ClientMessage[]
let tell: (started: ServerMessages['started']) => void
const running = signal<readonly GameSummary[]>([])

beforeEach(() => {
  sent = []
  running.value = [onlineGame('other'), onlineGame('begun')]
  const connection = {
    send: async (message: ClientMessage) => {
      sent.push(message)
      return { ok: true, updates: [] }
    },
    on: (_: string, listener: typeof tell) => {
      tell = listener
      return () => undefined
    },
  } as unknown as Connection
  arrival = createArrival(connection, { running, decline: () => undefined })
})

test('a rematch that was taken calls, and so does a challenge', () => {
  tell({ game: gameId('other') })
  expect(arrival.game.value?.id).toBe(gameId('other'))
  expect(arrival.challenge.value).toBeUndefined()
  tell(BEGUN)
  expect(arrival.game.value?.id).toBe(BEGUN.game)
  expect(arrival.challenge.value).toBe(BEGUN.challenge)
})

test('a call ends with the game, and by being put away', () => {
  tell(BEGUN)
  running.value = [onlineGame('other')]
  expect(arrival.game.value).toBeUndefined()
  running.value = [onlineGame('begun')]
  arrival.dismiss()
  expect(arrival.game.value).toBeUndefined()
})

test('who declines calls the game off, once', async () => {
  tell(BEGUN)
  running.value = [onlineGame('begun', { ply: 1 })]
  expect(await arrival.decline(seededBytes(1))).toBe(true)
  expect(await arrival.decline(seededBytes(1))).toBe(false)
  expect(sent).toEqual([{ type: 'abort', game: BEGUN.game, ply: 1, id: expect.any(String) }])
  expect(arrival.game.value).toBeUndefined()
})

test('no call where the page leads on to the game by itself, and one where it does not', () => {
  const page = signal<Pick<GameView, 'next'>>({})
  const stop = arrival.leadOnFrom(page)
  tell(BEGUN)
  expect(arrival.game.value?.id).toBe(BEGUN.game)
  page.value = { next: BEGUN.game }
  expect(arrival.game.value).toBeUndefined()
  stop()
  tell(BEGUN)
  expect(arrival.game.value?.id).toBe(BEGUN.game)
})
