import type { ChallengeId, CommandId, GameId, PlayerId, Terms } from '@hokito/protocol'
import type { Color } from '@hokito/rules'
import type { Generated } from 'kysely'

export interface GamesTable {
  key: Generated<number>
  id: GameId
  black: PlayerId
  white: PlayerId
  createdAt: number
  /** Binds the deal; worthless once the deal is made. */
  secret: string | null
  endedAt: number | null
  /** The first unreadable event and the reason, once found. */
  damage: string | null
  /**
   * The challenge that led to the game; null for rematches, second games, and games from before
   * this column.
   */
  challenge: string | null
}

/** A row for each event, added and never changed. The pair of game and version is unique. */
export interface EventsTable {
  key: Generated<number>
  game: number
  version: number
  /**
   * The id of the command that caused it, so that the command counts only once, even after a
   * restart.
   */
  command: CommandId | null
  eventJson: string
}

export interface ChallengesTable {
  id: ChallengeId
  player: PlayerId
  createdAt: number
  challengeJson: string
  /** Why it is unreadable, once found. */
  damage: string | null
}

/** Challenges to one player. They may no longer be open. */
export interface SentChallengesTable {
  challenge: ChallengeId
  sender: PlayerId
  receiver: PlayerId
  at: number
}

/**
 * When time may decide a game: never later than its real deadline, but possibly earlier, so that
 * most moves need not change this table.
 */
export interface DeadlinesTable {
  game: number
  at: number
}

/**
 * Deals and colours revealed in games that were aborted; see `game/fairness.ts`. Kept for a day.
 */
export interface LeftDealsTable {
  game: number
  leaver: PlayerId | null
  black: PlayerId
  white: PlayerId
  setup: Terms['setup']['kind']
  deal: string | null
  /** The id of the game in which the deal is proved. */
  origin: GameId
  at: number
  /** The game in which the two players got it again. */
  takenBy: number | null
}

/** The arrangements of a game's sides, until the game begins or is aborted. */
export interface ArrangementsTable {
  game: number
  color: Color
  arrangement: string
}

/** The conditional lines of a game's sides, and the moves played by them; see `game/lines.ts`. */
export interface LinesTable {
  game: number
  color: Color
  linesJson: string
}

/** Single facts by name, such as when the server was last known to run. */
export interface FactsTable {
  name: string
  value: string
}

/** Times in which nobody could play, until every running game has been given them back. */
export interface ShiftsTable {
  key: Generated<number>
  /** The highest key of `events` at that time. */
  afterEvent: number
  fromAt: number
  toAt: number
}

/**
 * The latest transaction stored by each connection. The transaction itself writes the row, so the
 * row exists if and only if it was stored.
 */
export interface WitnessesTable {
  connection: string
  /** Random for each transaction. */
  token: string
  at: number
}
