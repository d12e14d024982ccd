import type { Challenge, ServerMessages } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { challengeId, gameId } from '../../../../server/test/helpers/ids.ts'
import { createHeldChallenge } from './held-challenge.ts'

test('an invitation whose game has begun is held no more, even by a page that is late', () => {
  const hearers = new Map<string, (message: never) => void>()
  const tell = (message: ServerMessages['started']) => hearers.get('started')?.(message as never)
  const { challenge, hold } = createHeldChallenge({
    on: (event, hearer) => {
      hearers.set(event, hearer)
      return () => undefined
    },
    send: async () => undefined,
  })
  const [one, other] = [challengeId('one'), challengeId('other')].map((id) => ({ id }) as Challenge)
  if (one === undefined || other === undefined) return expect.fail()
  hold(one)
  expect(challenge.value).toBe(one)
  tell({ game: gameId('game'), challenge: one.id })
  hold(one)
  expect(challenge.value).toBeUndefined()
  hold(other)
  expect(challenge.value).toBe(other)
})
