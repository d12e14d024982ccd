import { expect, test } from 'vitest'
import { onlineGame, US } from '../../test/helpers/online-games.ts'
import type { Translate } from '../i18n/i18n.ts'
import { describeResult } from './games.ts'
import { describeMissed } from './missed.ts'

/** Returns the key itself: the tests check which sentence is chosen. */
const t = ((key: string) => key) as Translate

// We are Black.
test.each([
  ['we did not', ['black'], 'gamesPage.lateOwn'],
  ['the other did not', ['white'], 'gamesPage.lateOther'],
  ['neither did', ['black', 'white'], 'gamesPage.lateBoth'],
  ['nobody was waited for', undefined, undefined],
] as const)('a game that was called off says who did not start it: %s', (_, late, key) => {
  const game = onlineGame('missed', {
    ending: { kind: 'aborted', winner: 'nobody' },
    ...(late && { missedBy: [...late] }),
  })
  expect(describeMissed(t, { kind: 'online', game }, US.id)).toBe(key)
})

test.each([
  ['black', 'games.lost'],
  ['white', 'games.won'],
] as const)('in a tournament %s, who did not start it, has lost it', (late, headline) => {
  const ending = { kind: 'aborted', winner: 'nobody' } as const
  const game = onlineGame('missed', { ending, missedBy: [late], isOfTournament: true })
  expect(describeResult(t, { kind: 'online', game }, US.id)?.headline).toBe(headline)
})

test('a game that is lost as its first move was not made says so, and not that we were away', () => {
  const ending = { kind: 'abandoned', winner: 'white' } as const
  const said = (ply: number) =>
    describeMissed(t, { kind: 'online', game: onlineGame('late', { ending, ply }) }, US.id)
  expect([said(0), said(2)]).toEqual(['gamesPage.lateOwn', 'gamesPage.awayOwn'])
})
