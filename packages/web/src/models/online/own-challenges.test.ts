import type { Challenge, ClientMessage, ServerMessages } from '@hokito/protocol'
import { type Signal, signal } from '@preact/signals'
import { beforeEach, expect, test } from 'vitest'
import { challengeId, gameId } from '../../../../server/test/helpers/ids.ts'
import type { Connection, ConnectionStatus } from './connection.ts'
import { createOwnChallenges, type OwnChallenges } from './own-challenges.ts'

const [FIRST, SECOND] = [challengeId('first'), challengeId('second')]

let own: OwnChallenges
let status: Signal<ConnectionStatus>
let onServer: Challenge[]
let listeners: Map<string, (message: never) => void>

/** A line on which the server knows these challenges of ours. */
beforeEach(async () => {
  onServer = [{ id: FIRST }, { id: SECOND }] as Challenge[]
  status = signal('online')
  listeners = new Map()
  own = createOwnChallenges({
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
      listener()
      return () => undefined
    },
  } as unknown as Connection)
  await new Promise((resolve) => setTimeout(resolve))
})

function tell<E extends 'started' | 'challengeGone'>(event: E, message: ServerMessages[E]): void {
  listeners.get(event)?.(message as never)
}

const ids = () => own.open.value.map(({ id }) => id)

test('what waits is known as soon as the line is there', () => {
  expect(ids()).toEqual([FIRST, SECOND])
})

test('a challenge that somebody has taken waits no more, and other games change nothing', () => {
  tell('started', { game: gameId('rematch') })
  expect(ids()).toEqual([FIRST, SECOND])
  tell('started', { game: gameId('game'), challenge: FIRST })
  expect(ids()).toEqual([SECOND])
})

test('a challenge that was declined waits no more', () => {
  tell('challengeGone', { challenge: SECOND })
  expect(ids()).toEqual([FIRST])
})

test('a challenge that is withdrawn waits no more', async () => {
  await own.withdraw(SECOND)
  expect(ids()).toEqual([FIRST])
})

test('several that are withdrawn without a line are gone at once, and from the server when there is one', async () => {
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
