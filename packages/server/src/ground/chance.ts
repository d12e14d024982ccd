import { randomBytes, randomInt } from 'node:crypto'
import {
  type ChallengeId,
  challengeIdSchema,
  gameIdSchema,
  type PlayerId,
  playerIdSchema,
  SECRET_BYTES,
  type TournamentId,
  tournamentIdSchema,
} from '@hokito/protocol'
import type { Fresh } from '../game/decision.ts'
import { type SessionToken, sessionTokenSchema } from './session-token.ts'

/** All random values of the server, from the system's cryptographic source. */
export interface Chance {
  readonly playerId: () => PlayerId
  readonly challengeId: () => ChallengeId
  readonly tournamentId: () => TournamentId
  /** The token of a new session's cookie. */
  readonly token: () => SessionToken
  readonly fresh: () => Fresh
  /** A whole number from 0 to below the bound. */
  readonly below: (bound: number) => number
}

export const SYSTEM_CHANCE: Chance = {
  playerId: () => playerIdSchema.parse(randomText()),
  challengeId: () => challengeIdSchema.parse(randomText()),
  tournamentId: () => tournamentIdSchema.parse(randomText()),
  token: () => sessionTokenSchema.parse(randomBytes(TOKEN_BYTES).toString('base64url')),
  fresh: () => ({
    id: gameIdSchema.parse(randomText()),
    secret: randomBytes(SECRET_BYTES).toString('hex'),
  }),
  below: (bound) => randomInt(bound),
}

// --- internal ---

const TOKEN_BYTES = 32
const ID_LENGTH = 12
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Twelve letters and digits. */
function randomText(): string {
  return Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
