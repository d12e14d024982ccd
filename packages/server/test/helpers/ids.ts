import {
  type ChallengeId,
  challengeIdSchema,
  type GameId,
  gameIdSchema,
  type PlayerId,
  playerIdSchema,
} from '@hokito/protocol'

/** The id of a game that a short name stands for. */
export function gameId(name: string): GameId {
  return gameIdSchema.parse(name.padEnd(ID_LENGTH, '0'))
}

/** The id of a player that a short name stands for. */
export function playerId(name: string): PlayerId {
  return playerIdSchema.parse(name.padEnd(ID_LENGTH, '0'))
}

/** The id of a challenge that a short name stands for. */
export function challengeId(name: string): ChallengeId {
  return challengeIdSchema.parse(name.padEnd(ID_LENGTH, '0'))
}

const ID_LENGTH = 12
