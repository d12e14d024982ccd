import type { Challenge, ClientMessage, ServerMessages } from '@hokito/protocol'
import { type Signal, signal } from '@preact/signals'
import { beforeEach, expect, test } from 'vitest'
import { challengeId, gameId } from '../../../../server/test/helpers/ids.ts'
import { memoryStorage } from '../device/memory-storage.ts'
import type { Connection, ConnectionStatus } from '../online/connection.ts'
import { createLastSearch, type LastSearch } from './last-search.ts'
import { createOwnChallenges, type OwnChallenges } from './own-challenges.ts'

const [FIRST, SECOND] = [challengeId('first'), challengeId('second')]

let own: OwnChallenges
let status: Signal<ConnectionStatus>
let onServer: Challenge[]
let listeners: Map<string, (message: never) => void>
let comeBack: () => void
let connection: Connection
let lastSearch: LastSearch

/** A connection to a server that knows these challenges of ours. */
beforeEach(async () => {
  onServer = [{ id: FIRST }, { id: SECOND }] as Challenge[]
  status = signal('online')
  listeners = new Map()
  const storage = memoryStorage()
  lastSearch = createLastSearch(() => storage)
  connection = {
    status,
    send: async (message: ClientMessage) => {
      if (status.peek() !== 'online') return undefined
      if (message.type === 'withdrawChallenge') {
        onServer = onServer.filter(({ id }) => id !== message.challenge)
      }
      return { ok: true, challenges: onServer }
    },
    on: (event: string, listener: (message: never) => void) => {
      listeners.set(event, listener)
      return () => undefined
    },
    whenOnline: (listener: () => void) => {
      comeBack = listener
      return () => undefined
    },
  } as unknown as Connection
  own = createOwnChallenges(connection, lastSearch)
  comeBack()
  await settled()
})

const settled = () => new Promise((resolve) => setTimeout(resolve))

function tell<E extends 'started' | 'challengeGone'>(event: E, message: ServerMessages[E]): void {
  listeners.get(event)?.(message as never)
}

const ids = () => own.open.value.map(({ id }) => id)

test('what waits is known as soon as the line is there', () => {
  expect(ids()).toEqual([FIRST, SECOND])
})

test('a challenge that a player has accepted no longer waits', () => {
  tell('started', { game: gameId('game'), challenge: FIRST })
  expect(ids()).toEqual([SECOND])
})

test('a challenge that was declined waits no more', () => {
  tell('challengeGone', { challenge: SECOND })
  expect(ids()).toEqual([FIRST])
})

test('one that was declined is known until that is seen, and one that was withdrawn is not', () => {
  tell('challengeGone', { challenge: FIRST })
  expect(own.declined.value).toBeUndefined()
  tell('challengeGone', { challenge: SECOND, isDeclined: true })
  own.see(FIRST)
  expect(own.declined.value?.id).toBe(SECOND)
  own.see(SECOND)
  expect(own.declined.value).toBeUndefined()
})

test('the newest that anyone may accept is our search, even on a page that was just loaded', async () => {
  expect(own.search.value).toBeUndefined()
  onServer = [
    { id: challengeId('third'), isListed: true },
    { id: challengeId('fourth'), isListed: false },
  ] as Challenge[]
  await own.refresh()
  expect(own.search.value).toBe(onServer[0])
})

test('one that is added while the others are asked for stays', async () => {
  const third = { id: challengeId('third'), isListed: true } as Challenge
  const refreshed = own.refresh()
  onServer = [...onServer, third]
  own.add(third)
  expect(own.search.value).toBe(third)
  await refreshed
  expect(ids()).toEqual([FIRST, SECOND, third.id])
})

test('after a lost line the search goes on where its challenge is still open, and ends where it is gone', async () => {
  const third = { id: challengeId('third'), isListed: true } as Challenge
  onServer = [third]
  await own.refresh()
  comeBack()
  await settled()
  expect(own.search.value).toEqual(third)
  onServer = []
  comeBack()
  await settled()
  expect(own.search.value).toBeUndefined()
})

test('a search ends when its player has come to a game in another way', async () => {
  onServer = [{ id: challengeId('third'), isListed: true } as Challenge]
  await own.refresh()
  onServer = []
  tell('started', { game: gameId('arena') })
  await settled()
  expect(ids()).toEqual([])
  expect(own.isSearchOver.value).toBe(false)
})

test('a search that ended while we were away is shown until we see it or another begins', async () => {
  const third = { id: challengeId('third'), isListed: true } as Challenge
  onServer = [third]
  await own.refresh()
  onServer = []
  comeBack()
  await settled()
  expect(own.isSearchOver.value).toBe(true)
  own.seeSearch()
  expect(own.isSearchOver.value).toBe(false)
  own.add(third)
  onServer = []
  comeBack()
  await settled()
  own.add(third)
  expect(own.isSearchOver.value).toBe(false)
})

test('so is one that ended while the next page was on its way, and not one that was given up', async () => {
  const third = { id: challengeId('third'), isListed: true } as Challenge
  onServer = [third]
  await own.refresh()
  const next = async () => {
    own = createOwnChallenges(connection, lastSearch)
    comeBack()
    await settled()
    return own.isSearchOver.value
  }
  expect(await next()).toBe(false)
  onServer = []
  expect(await next()).toBe(true)
  onServer = [third]
  await own.refresh()
  await own.withdraw(third.id)
  expect(await next()).toBe(false)
})

test('a challenge that is withdrawn waits no more', async () => {
  await own.withdraw(SECOND)
  expect(ids()).toEqual([FIRST])
})

test('several that are withdrawn offline are gone straight away, and from the server after the next connection', async () => {
  status.value = 'offline'
  const withdrawn = [own.withdraw(FIRST), own.withdraw(SECOND)]
  expect(ids()).toEqual([])
  expect(onServer).toHaveLength(2)
  status.value = 'online'
  await own.refresh()
  expect(ids()).toEqual([])
  await Promise.all(withdrawn)
  expect(onServer).toEqual([])
})
