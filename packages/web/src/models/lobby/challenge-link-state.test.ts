import type { Challenge, RefusalCode } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { challengeId } from '../../../../server/test/helpers/ids.ts'
import {
  accepted,
  declined,
  type LinkState,
  looked,
  openIn,
  UNKNOWN,
} from './challenge-link-state.ts'

const challenge = { id: challengeId('one') } as Challenge
const GONE = { kind: 'gone' } as const

const refusal = (code: RefusalCode) => ({ ok: false, refusal: { code } }) as const
const see = (state: LinkState) => looked(state, { ok: true, challenge }, GONE)
const waits = () => accepted(see(UNKNOWN), refusal('opponentAway'))

test('who has accepted waits for the challenger while the invitation is open, and no longer', () => {
  expect(openIn(see(UNKNOWN))?.isWaiting).toBe(false)
  expect(openIn(see(waits()))?.isWaiting).toBe(true)
  expect(waits().refused).toBeUndefined()
  const gone = looked(waits(), refusal('unknownChallenge'), GONE)
  expect(gone.invited).toEqual(GONE)
  expect(openIn(see(gone))?.isWaiting).toBe(false)
})

test('an acceptance that is refused says why, unless another player was quicker', () => {
  const refused = accepted(waits(), refusal('blocked'))
  expect([refused.refused?.code, openIn(refused)?.isWaiting]).toEqual(['blocked', false])
  expect(accepted(see(UNKNOWN), refusal('unknownChallenge')).refused).toBeUndefined()
})

test('an invitation that is too busy to be seen is shown as it was, with the reason', () => {
  const busy = looked(waits(), refusal('tooMany'), GONE)
  expect([busy.invited, busy.refused?.code]).toEqual([waits().invited, 'tooMany'])
})

test('a declined invitation stays declined when the server is asked for it again', () => {
  const asked = looked(declined(see(UNKNOWN)), refusal('unknownChallenge'), GONE)
  expect(asked.invited).toEqual({ kind: 'declined', challenge })
})

test('only an open invitation can be declined', () => {
  expect(declined(see(UNKNOWN)).invited).toEqual({ kind: 'declined', challenge })
  expect(declined(UNKNOWN)).toEqual(UNKNOWN)
})
