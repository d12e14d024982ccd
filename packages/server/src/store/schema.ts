import type { ChallengeId, CommandId, GameId, PlayerId, Terms } from '@hokito/protocol'
import type { Color } from '@hokito/rules'
import type { Generated } from 'kysely'
import type { TokenHash } from '../players/session-token.ts'

/**
 * What is kept, table by table. Instants are milliseconds since 1970; texts named `…Json` are JSON, and are
 * parsed whenever they are read. Ids are those that the server has written: nobody else writes here.
 */
export interface Tables {
  players: PlayersTable
  heldKeys: HeldKeysTable
  renames: RenamesTable
  sessions: SessionsTable
  games: GamesTable
  events: EventsTable
  challenges: ChallengesTable
  deadlines: DeadlinesTable
  leftDeals: LeftDealsTable
  arrangements: ArrangementsTable
  facts: FactsTable
  shifts: ShiftsTable
  witnesses: WitnessesTable
}

export interface PlayersTable {
  id: PlayerId
  name: string
  /**
   * The name as it looks, so that no two players can be mistaken for each other. Where names looked
   * different once and no longer do, the key of the younger account has `#` and a number at its end.
   */
  nameKey: string
  createdAt: number
}

/** Looks of names that are a player's besides `nameKey`, so that nobody else can have them. */
export interface HeldKeysTable {
  key: string
  player: PlayerId
  name: string
  /** Until when a name that was given up is held; null for a second look of the present name. */
  until: number | null
}

/** One row a change of name, for as long as it counts against the next one. */
export interface RenamesTable {
  key: Generated<number>
  player: PlayerId
  at: number
}

export interface SessionsTable {
  /** Keyed hash of what the cookie says; the cookie itself is nowhere. */
  tokenHash: TokenHash
  player: PlayerId
  createdAt: number
  seenAt: number
  /** When the cookie was last set. */
  renewedAt: number
  /** The hash of the session whose place this one takes, until this one is used. */
  replaces: TokenHash | null
  /** When it ends because another has taken its place. */
  endsAt: number | null
}

export interface GamesTable {
  key: Generated<number>
  id: GameId
  black: PlayerId
  white: PlayerId
  createdAt: number
  /** Binds the deal; of no use to anyone once that is made. */
  secret: string | null
  endedAt: number | null
  /** The first event that could not be read, and why, once somebody found out. */
  damage: string | null
  /** The challenge that it came from; none of a rematch, a second game, and games before this was kept. */
  challenge: string | null
}

/** One row an event, added and never changed. The pair of game and version is unique. */
export interface EventsTable {
  key: Generated<number>
  game: number
  version: number
  /** The id of the command that caused it, so that it counts once also after a restart. */
  command: CommandId | null
  eventJson: string
}

export interface ChallengesTable {
  id: ChallengeId
  player: PlayerId
  createdAt: number
  challengeJson: string
  /** Why it could not be read, once somebody found out. */
  damage: string | null
}

/**
 * When a game has to be looked at because of time: never later than its real deadline, but possibly
 * earlier, so that most moves need not touch this table.
 */
export interface DeadlinesTable {
  game: number
  at: number
}

/** What chance had shown in games that were called off; see `game/fairness.ts`. Kept for a day. */
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
  /** The game in which the two got it again. */
  takenBy: number | null
}

/** What the sides of a game have placed of their own pieces, until the game begins or is called off. */
export interface ArrangementsTable {
  game: number
  color: Color
  arrangement: string
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

/** The latest transaction that each connection has stored: written by it, so that the row is there if it is. */
export interface WitnessesTable {
  connection: string
  /** Drawn for each transaction. */
  token: string
  at: number
}
