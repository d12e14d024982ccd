import { expect, test } from 'vitest'
import { onlineGame, US } from '../../test/helpers/online-games.ts'
import type { Translate } from '../i18n/i18n.ts'
import { describeMissed } from './missed.ts'

/** Says the key itself: what is tested is which sentence is chosen. */
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
