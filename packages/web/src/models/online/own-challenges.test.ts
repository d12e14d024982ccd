import type { Challenge, ClientMessage, ServerMessages } from '@hokito/protocol'
import { beforeEach, expect, test } from 'vitest'
import { challengeId, gameId } from '../../../../server/test/helpers/ids.ts'
import type { Connection } from './connection.ts'
import { createOwnChallenges, type OwnChallenges } from './own-challenges.ts'

const [FIRST, SECOND] = [challengeId('first'), challengeId('second')]

let own: OwnChallenges
let onServer: Challenge[]
let tell: (started: ServerMessages['started']) => void

/** A line on which the server knows these challenges of ours. */
beforeEach(async () => {
  onServer = [{ id: FIRST }, { id: SECOND }] as Challenge[]
  own = createOwnChallenges({
    send: async (message: ClientMessage) => {
      if (message.type === 'withdrawChallenge') {
        onServer = onServer.filter(({ id }) => id !== message.challenge)
      }
      return { ok: true, challenges: onServer }
    },
    on: (_: string, listener: typeof tell) => {
      tell = listener
      return () => undefined
    },
    whenOnline: (listener: () => void) => {
      listener()
      return () => undefined
    },
  } as unknown as Connection)
  await new Promise((resolve) => setTimeout(resolve))
})

const ids = () => own.open.value.map(({ id }) => id)

test('what waits is known as soon as the line is there', () => {
  expect(ids()).toEqual([FIRST, SECOND])
})

test('a challenge that somebody has taken waits no more, and other games change nothing', () => {
  tell({ game: gameId('rematch') })
  expect(ids()).toEqual([FIRST, SECOND])
  tell({ game: gameId('game'), challenge: FIRST })
  expect(ids()).toEqual([SECOND])
})

test('a challenge that is withdrawn waits no more', async () => {
  await own.withdraw(SECOND)
  expect(ids()).toEqual([FIRST])
})
