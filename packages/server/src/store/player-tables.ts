import type { PlayerId } from '@hokito/protocol'
import type { Generated } from 'kysely'
import type { TokenHash } from '../ground/session-token.ts'

export interface PlayersTable {
  id: PlayerId
  name: string
  /**
   * How the name looks, so that no two players can be confused. If names looked different once and
   * no longer do, the key of the younger account ends with `#` and a number.
   */
  nameKey: string
  createdAt: number
}

/** Further looks of players' names, beside `nameKey`, that no other player may use. */
export interface HeldKeysTable {
  key: string
  player: PlayerId
  name: string
  /** Until when a former name is held; null for a second look of the present name. */
  until: number | null
}

/** A row for each rename that still counts against the next one. */
export interface RenamesTable {
  key: Generated<number>
  player: PlayerId
  at: number
}

export interface SessionsTable {
  /** Keyed hash of the session token, which itself is not stored. */
  tokenHash: TokenHash
  player: PlayerId
  createdAt: number
  seenAt: number
  /** When the cookie was last set. */
  renewedAt: number
  /** The hash of the session that this one replaces, until this one is used. */
  replaces: TokenHash | null
  /** When it ends because a successor has replaced it. */
  endsAt: number | null
}

/** Players that have declared themselves bots. */
export interface BotsTable {
  player: PlayerId
  since: number
  /** The level of a house bot; null for all other bots. */
  level: number | null
}

/** A row for each break that a player has taken from correspondence games. */
export interface BreaksTable {
  key: Generated<number>
  player: PlayerId
  startedAt: number
  /** When the break ends or ended. */
  until: number
}

/** The days and puzzles that an account shows on its profile. */
export interface ShownProgressTable {
  player: PlayerId
  progressJson: string
  at: number
}
