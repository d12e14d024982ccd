import type { GameId, LimitationKind, Phrase, PlayerId, ReportReason } from '@hokito/protocol'
import type { Generated } from 'kysely'

/** A row for each player whom a player follows. */
export interface FollowsTable {
  player: PlayerId
  followed: PlayerId
  at: number
}

/** A row for each player whom a player has blocked, guests included. */
export interface BlocksTable {
  player: PlayerId
  blocked: PlayerId
  at: number
}

/** Accounts that have switched on own words. */
export interface TalkersTable {
  player: PlayerId
  since: number
}

/** Messages in games, as a phrase or in own words; kept for `TALK_KEPT_DAYS` days. */
export interface SayingsTable {
  key: Generated<number>
  game: GameId
  player: PlayerId
  at: number
  phrase: Phrase | null
  words: string | null
}

/** Players' reports about other players. */
export interface ReportsTable {
  key: Generated<number>
  reporter: PlayerId
  reported: PlayerId
  /** The reported player's name at that time. */
  name: string
  reason: ReportReason
  words: string
  game: GameId | null
  /**
   * The messages in the game, as a list of `Said`, which outlives the stored messages of the game.
   */
  saidJson: string
  at: number
  closedAt: number | null
  /** The owner's decision. */
  answer: string | null
}

/** Sanctions of players. Expired ones may still be stored. */
export interface LimitationsTable {
  player: PlayerId
  kind: LimitationKind
  why: string
  since: number
  /** Null if permanent. */
  until: number | null
}

/** Orders from `hokito admin`; see `admin/orders.ts`. */
export interface OrdersTable {
  key: Generated<number>
  at: number
  orderJson: string
  /** When a server began to carry it out. */
  takenAt: number | null
  answerJson: string | null
}

/** All actions of `hokito admin`, added and never changed. */
export interface AdminLogTable {
  key: Generated<number>
  at: number
  /** The person who did it. */
  admin: string
  action: string
  player: PlayerId | null
  /** The player or object concerned, in words. */
  about: string
  why: string
  outcome: string
}
