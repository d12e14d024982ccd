import type { GameId } from '@hokito/protocol'
import { expect, test } from 'vitest'
import type { Translate } from '../i18n/i18n.ts'
import { describeFound } from './explorer.ts'

/** Returns the key itself: the tests check which sentence is chosen. */
const t = ((key: string) => key) as Translate

test.each([
  ['abandoned', 0, 'explorer.notBegun.white'],
  ['abandoned', 1, 'explorer.notBegun.white'],
  ['abandoned', 2, 'end.white.abandoned'],
  ['resigned', 1, 'end.white.resigned'],
  ['stuck', 30, 'end.white.points'],
] as const)('says that a game was %s after %d moves', (ending, plies, sentence) => {
  const game = {
    id: 'a game' as GameId,
    winner: 'white' as const,
    ending,
    endRule: 'either' as const,
    plies,
    margin: -4,
    lastPosition: '',
    endedAt: 0,
  }
  expect(describeFound(t, game)).toBe(sentence)
})
