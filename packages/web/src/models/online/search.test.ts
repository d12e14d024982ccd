import type { Challenge, ClientMessage, ServerMessages } from '@hokito/protocol'
import { type Signal, signal } from '@preact/signals'
import { beforeEach, expect, test } from 'vitest'
import { challengeId, gameId } from '../../../../server/test/helpers/ids.ts'
import type { Connection, ConnectionStatus } from './connection.ts'
import { createSearch, type Search } from './search.ts'

const CHALLENGE = { id: challengeId('ours') } as Challenge
const GONE = { ok: false, refusal: { code: 'unknownChallenge' } }

let search: Search
let status: Signal<ConnectionStatus>
let sent: ClientMessage['type'][]
let answer: unknown
let comeBack: () => void
let tell: (started: ServerMessages['started']) => void

/** A line on which the server answers as the test says. */
beforeEach(() => {
  sent = []
  answer = { ok: true, challenge: CHALLENGE }
  status = signal('online')
  search = createSearch({
    status,
    send: async ({ type }: ClientMessage) => {
      if (status.peek() !== 'online') return undefined
      sent.push(type)
      return answer
    },
    on: (_: string, listener: typeof tell) => {
      tell = listener
      return () => undefined
    },
    whenOnline: (listener: () => void) => {
      comeBack = listener
      return () => undefined
    },
  } as unknown as Connection)
  search.challenge.value = CHALLENGE
})

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a search ends when its challenge is taken, and no other', () => {
  tell({ game: gameId('one'), challenge: challengeId('other') })
  tell({ game: gameId('one') })
  expect(search.challenge.value).toBe(CHALLENGE)
  tell({ game: gameId('one'), challenge: CHALLENGE.id })
  expect(search.challenge.value).toBeUndefined()
})

test('after a lost line it goes on where the challenge is still open', async () => {
  comeBack()
  await settled()
  expect(search.challenge.value).toBe(CHALLENGE)
})

test('after a lost line it ends where the challenge is gone, and not where no answer comes', async () => {
  answer = undefined
  comeBack()
  await settled()
  expect(search.challenge.value).toBe(CHALLENGE)
  answer = GONE
  comeBack()
  await settled()
  expect(search.challenge.value).toBeUndefined()
})

test('stopped, it is withdrawn once', async () => {
  await search.stop()
  await search.stop()
  expect(sent).toEqual(['withdrawChallenge'])
  expect(search.challenge.value).toBeUndefined()
})

test('stopped without a line, it is withdrawn as soon as there is one', async () => {
  status.value = 'offline'
  const stopped = search.stop()
  expect(search.challenge.value).toBeUndefined()
  await settled()
  expect(sent).toEqual([])
  status.value = 'online'
  await stopped
  expect(sent).toEqual(['withdrawChallenge'])
})
