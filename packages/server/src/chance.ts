import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { SECRET_BYTES } from '@hokito/protocol'
import type { Fresh } from './game/decision.ts'

/** Everything the server draws at random, from the system's cryptographic source. */
export interface Chance {
  /** Twelve letters and digits. */
  readonly id: () => string
  /** What a new session's cookie says. */
  readonly token: () => string
  readonly fresh: () => Fresh
  /** A whole number from 0 to below the bound. */
  readonly below: (bound: number) => number
}

export const SYSTEM_CHANCE: Chance = {
  id: randomId,
  token: () => randomBytes(TOKEN_BYTES).toString('base64url'),
  fresh: () => ({ id: randomId(), secret: randomBytes(SECRET_BYTES).toString('hex') }),
  below: (bound) => randomInt(bound),
}

/** How a session's token is stored: without the server's secret it cannot be tried out against a copy. */
export function hashToken(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url')
}

/** The token that takes another's place: the same each time, and nobody's guess without the secret. */
export function successorOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(`successor of ${token}`).digest('base64url')
}

// --- internal ---

const TOKEN_BYTES = 32
const ID_LENGTH = 12
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function randomId(): string {
  return Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
