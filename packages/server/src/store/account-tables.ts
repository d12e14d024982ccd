import type { PlayerId } from '@hokito/protocol'
import type { AccessTokenHash } from '../ground/access-token.ts'
import type { CodeHash } from '../ground/recovery-codes.ts'

/**
 * How an account holder proves their identity on a device without a session; guests have no row.
 */
export interface CredentialsTable {
  player: PlayerId
  createdAt: number
  /** Argon2id, with its salt and costs. */
  passwordHash: string
  /** That of the player, once more: an index of it has the accounts alone. */
  nameKey: string
  /** When the name was last changed; null if it is still the first name. */
  renamedAt: number | null
}

/** A row for each recovery code that can still be used. */
export interface RecoveryCodesTable {
  codeHash: CodeHash
  player: PlayerId
}

/**
 * When a player's sessions were last ended early, for nodes that did not hear of it. Kept for a
 * day.
 */
export interface SignOutsTable {
  player: PlayerId
  at: number
}

/** Passkeys on people's devices. */
export interface PasskeysTable {
  /** The id that the device chose. */
  id: string
  player: PlayerId
  publicKey: string
  /** How often it was used, if the device counts that. */
  counter: number
  createdAt: number
}

/** Challenges that devices were asked to sign: valid once, and for a few minutes. */
export interface PasskeyChallengesTable {
  challenge: string
  /** The player who adds a passkey; null for a sign-in. */
  player: PlayerId | null
  until: number
}

/** Tokens with which programs act for a player. */
export interface AccessTokensTable {
  /** Keyed hash of the token, which itself is not stored. */
  tokenHash: AccessTokenHash
  /** The id by which its owner refers to it. */
  id: string
  player: PlayerId
  name: string
  /** Its scopes, separated by spaces. */
  scopes: string
  createdAt: number
  /** When it was last used, to within some minutes. */
  usedAt: number | null
}

/** Deleted accounts with data still to be erased; see `accounts/erasure.ts`. */
export interface ErasuresTable {
  player: PlayerId
}
