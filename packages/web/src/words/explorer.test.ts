import type { GameId } from '@hokito/protocol'
import { expect, test } from 'vitest'
import type { Translate } from '../i18n/i18n.ts'
import { describeFound, describeFoundFor } from './explorer.ts'

/** Returns the key itself: the tests check which sentence is chosen. */
const t = ((key: string) => key) as Translate

/** A game that White has won by four points. */
const WON = {
  id: 'a game' as GameId,
  winner: 'white',
  endRule: 'either',
  margin: -4,
  lastPosition: '------/------/-a----/--B2---/------/A----- w',
  endedAt: 0,
} as const

test.each([
  ['abandoned', 0, 'explorer.notBegun.white'],
  ['abandoned', 1, 'explorer.notBegun.white'],
  ['abandoned', 2, 'end.white.abandoned'],
  ['resigned', 1, 'end.white.resigned'],
  ['stuck', 30, 'end.white.points'],
] as const)('says that a game was %s after %d moves', (ending, plies, sentence) => {
  expect(describeFound(t, { ...WON, ending, plies })).toBe(sentence)
})

test.each([
  ['abandoned', 0, 'explorer.notBegun.named'],
  ['resigned', 1, 'end.named.resigned'],
  ['stuck', 30, 'end.named.points'],
] as const)('names the players of a game that was %s', (ending, plies, sentence) => {
  const told: unknown[] = []
  const noting = ((key: string, values?: object) => {
    told.push([key, values])
    return key
  }) as Translate
  const game = { ...WON, ending, plies, white: 'Anna', black: 'Bert' }
  expect(describeFound(noting, game)).toBe(sentence)
  expect(told.at(-1)).toMatchObject([sentence, { winner: 'Anna', name: 'Bert' }])
  // Without both names the sentence goes by the colours.
  expect(describeFound(t, { ...game, black: undefined })).not.toBe(sentence)
})

test.each([
  ['white', 'stuck', { success: 'won', how: '5–1' }],
  ['black', 'stuck', { success: 'lost', how: '1–5' }],
  ['black', 'resigned', { success: 'lost', how: 'games.how.resigned' }],
] as const)('says what a game was for %s that was %s', (color, ending, result) => {
  expect(describeFoundFor(t, { ...WON, ending, plies: 30 }, color)).toEqual(result)
})
