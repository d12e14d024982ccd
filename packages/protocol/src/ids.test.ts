import { expect, test } from 'vitest'
import {
  type ChallengeId,
  type CommandId,
  challengeIdSchema,
  commandIdSchema,
  type GameId,
  gameIdSchema,
  type PlayerId,
  playerIdSchema,
} from './ids.ts'

const TEXT = 'abcDEF012345'

test('an id is what was sent, and of another kind than all others', () => {
  const game: GameId = gameIdSchema.parse(TEXT)
  const player: PlayerId = playerIdSchema.parse(TEXT)
  // @ts-expect-error a game is no player
  const swapped: PlayerId = game
  // @ts-expect-error a player is no challenge
  const offered: ChallengeId = player
  // @ts-expect-error a text has to be read first
  const unread: CommandId = TEXT
  expect([game, player, swapped, offered, unread]).toEqual(Array(5).fill(TEXT))
})

test.each([
  ['a game', gameIdSchema],
  ['a player', playerIdSchema],
  ['a challenge', challengeIdSchema],
  ['a command', commandIdSchema],
])('the id of %s is refused where it is none', (_, schema) => {
  for (const text of ['', 'short', `${TEXT}\n`, `${TEXT}/..`, 'x'.repeat(41), 7, undefined]) {
    expect(schema.safeParse(text).success).toBe(false)
  }
})
