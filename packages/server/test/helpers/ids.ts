import {
  type ChallengeId,
  type CommandId,
  challengeIdSchema,
  commandIdSchema,
  type GameId,
  gameIdSchema,
  type PlayerId,
  playerIdSchema,
} from '@hokito/protocol'

/** The id of a game, from a short name. */
export function gameId(name: string): GameId {
  return gameIdSchema.parse(name.padEnd(ID_LENGTH, '0'))
}

/** The id of a player, from a short name. */
export function playerId(name: string): PlayerId {
  return playerIdSchema.parse(name.padEnd(ID_LENGTH, '0'))
}

/** The id of a challenge, from a short name. */
export function challengeId(name: string): ChallengeId {
  return challengeIdSchema.parse(name.padEnd(ID_LENGTH, '0'))
}

/** The id of a command, from a short name. */
export function commandId(name: string): CommandId {
  return commandIdSchema.parse(name.padEnd(ID_LENGTH, '0'))
}

const ID_LENGTH = 12
