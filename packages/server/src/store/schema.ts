import type {
  ChallengeId,
  CommandId,
  DailyLevel,
  Day,
  ExplorerTopic,
  GameId,
  LimitationKind,
  MailLanguage,
  Phrase,
  PlayerId,
  ReportReason,
  Speed,
  Terms,
} from '@hokito/protocol'
import type { Color, EndingKind, EndRule } from '@hokito/rules'
import type { Generated } from 'kysely'
import type { AccessTokenHash } from '../ground/access-token.ts'
import type { LinkHash } from '../ground/mail-link.ts'
import type { CodeHash } from '../ground/recovery-codes.ts'
import type { TokenHash } from '../ground/session-token.ts'
import type {
  ArenaPairingsTable,
  ArenaPlayersTable,
  TournamentEntriesTable,
  TournamentPairingsTable,
  TournamentsTable,
} from './tournament-tables.ts'

/**
 * The stored data, table by table. Instants are milliseconds since 1970. Texts named `…Json` are
 * JSON, parsed whenever they are read. Ids are trusted, because only the server writes here.
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
  lines: LinesTable
  facts: FactsTable
  shifts: ShiftsTable
  witnesses: WitnessesTable
  dailyTries: DailyTriesTable
  dailyMargins: DailyMarginsTable
  dailyMoves: DailyMovesTable
  credentials: CredentialsTable
  recoveryCodes: RecoveryCodesTable
  signOuts: SignOutsTable
  passkeys: PasskeysTable
  passkeyChallenges: PasskeyChallengesTable
  exploredGames: ExploredGamesTable
  exploredMoves: ExploredMovesTable
  exploredCounts: ExploredCountsTable
  unexplored: UnexploredTable
  ratings: RatingsTable
  ratingChanges: RatingChangesTable
  accessTokens: AccessTokensTable
  bots: BotsTable
  follows: FollowsTable
  blocks: BlocksTable
  sentChallenges: SentChallengesTable
  talkers: TalkersTable
  sayings: SayingsTable
  reports: ReportsTable
  limitations: LimitationsTable
  orders: OrdersTable
  adminLog: AdminLogTable
  pushSubscriptions: PushSubscriptionsTable
  breaks: BreaksTable
  reminders: RemindersTable
  tournaments: TournamentsTable
  tournamentEntries: TournamentEntriesTable
  tournamentPairings: TournamentPairingsTable
  arenaPlayers: ArenaPlayersTable
  arenaPairings: ArenaPairingsTable
  mailAddresses: MailAddressesTable
  mailLinks: MailLinksTable
  gameLetters: GameLettersTable
  waitingLetters: WaitingLettersTable
  erasures: ErasuresTable
}

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

/** The counted games of the day, one for each player and level. */
export interface DailyTriesTable {
  day: Day
  level: DailyLevel
  /** May be a guest who has been deleted since. */
  player: PlayerId
  /** Black's points less White's; Black is the player. */
  margin: number
  /** All moves, with spaces. */
  moves: string
  at: number
}

/**
 * How many tries of a day and level ended with each margin, so that a rank is found without
 * counting tries.
 */
export interface DailyMarginsTable {
  day: Day
  level: DailyLevel
  margin: number
  count: number
}

/**
 * How often a move was played in a position on a day, and the sum of the margins; see
 * `daily/fold.ts`.
 */
export interface DailyMovesTable {
  day: Day
  position: string
  move: string
  count: number
  total: number
}
/**
 * How an account holder proves their identity on a device without a session; guests have no row.
 */
export interface CredentialsTable {
  player: PlayerId
  createdAt: number
  /** Argon2id, with its salt and costs. */
  passwordHash: string
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

/**
 * Finished public games, with the columns by which the explorer finds them; see
 * `explorer/explored.ts`.
 */
export interface ExploredGamesTable {
  /** The game's key, which orders the games by their beginning. */
  game: number
  black: PlayerId
  white: PlayerId
  winner: Color | 'draw'
  ending: EndingKind
  endRule: EndRule
  /** The folded name of the beginning. */
  deal: string
  plies: number
  /** Black's points less White's at the end. */
  margin: number
  /** As `formatPosition` writes it. */
  lastPosition: string
  endedAt: number
  /**
   * 1 once its moves count because another game began with the same deal. All games of a deal have
   * the same value.
   */
  isShared: number
}

/** The results of several games, and the sum of a measurement. */
export interface Sums {
  games: number
  black: number
  draws: number
  white: number
  total: number
}

/**
 * Moves played in a position in games that share a deal, under folded names. `total` is the sum of
 * margins.
 */
export interface ExploredMovesTable extends Sums {
  endRule: EndRule
  position: string
  move: string
}

/** Counts of all explored games by one property each. */
export interface ExploredCountsTable extends Sums {
  topic: ExplorerTopic
  value: string
}

/** Games that were still running when the explorer reached them. */
export interface UnexploredTable {
  game: number
}

/** A player's rating at a speed, as of the latest rated match. */
export interface RatingsTable {
  player: PlayerId
  speed: Speed
  rating: number
  deviation: number
  volatility: number
  matches: number
  ratedAt: number
}

/**
 * The change of a player's rating by a rated match, one row for each player. All of it follows from
 * the games (`ratings/rebuild.ts`).
 */
export interface RatingChangesTable {
  /** The key of the event that ended the match, which orders the matches. */
  event: number
  /** The key of the second game. */
  game: number
  player: PlayerId
  opponent: PlayerId
  speed: Speed
  /** The player's colour in the second game, which also names both winners. */
  color: Color
  firstWinner: Color | 'draw'
  winner: Color | 'draw'
  ratingBefore: number
  deviationBefore: number
  rating: number
  deviation: number
  volatility: number
  expected: number
  scored: number
  at: number
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

/** Players that have declared themselves BOTs. */
export interface BotsTable {
  player: PlayerId
  since: number
  /** The level of a house bot; null for all other BOTs. */
  level: number | null
}

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

/** Challenges to one player. They may no longer be open. */
export interface SentChallengesTable {
  challenge: ChallengeId
  sender: PlayerId
  receiver: PlayerId
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

/** Devices on which players want notifications, with the addresses of their push services. */
export interface PushSubscriptionsTable {
  /** Anyone who knows it and the keys can notify the device. */
  endpoint: string
  player: PlayerId
  /** The session that subscribed. The subscription ends with it. */
  session: TokenHash
  p256dh: string
  auth: string
  language: string
  createdAt: number
  /** When the push service last accepted a message, to the day. */
  sentAt: number | null
  /** Since when messages have failed; null while they succeed. */
  failingSince: number | null
}

/** A row for each break that a player has taken from correspondence games. */
export interface BreaksTable {
  key: Generated<number>
  player: PlayerId
  startedAt: number
  /** When the break ends or ended. */
  until: number
}

/**
 * The last turn of a correspondence game for which its player got a reminder. The row is deleted
 * with the game's deadline.
 */
export interface RemindersTable {
  game: number
  ply: number
  /** The deadline at that time. */
  deadline: number
}

/** The confirmed e-mail address of an account. Several accounts may share an address. */
export interface MailAddressesTable {
  player: PlayerId
  address: string
  /** The address in lower case, for look-ups. */
  addressKey: string
  language: MailLanguage
  confirmedAt: number
}

/** The action of a link in an e-mail, valid once. */
export interface MailLinksTable {
  /** Keyed hash of the link's token, which itself is not stored. */
  hash: LinkHash
  player: PlayerId
  kind: 'confirm' | 'recover'
  /** The address to which the e-mail was sent. */
  address: string
  language: MailLanguage
  until: number
}

/** Accounts that want e-mails about their correspondence games. */
export interface GameLettersTable {
  player: PlayerId
  /** Keyed hash of the token in the link that switches them off. */
  hash: LinkHash
  since: number
  /** When the last e-mail about turns was sent; null before the first. */
  turnsAt: number | null
  /** The beginning of the day for which e-mails are counted, and their number. */
  dayAt: number
  countOfDay: number
}

/** E-mails about games that are still to be written and sent, without their text. */
export interface WaitingLettersTable {
  player: PlayerId
  /** All games that wait for the player; a game whose time is nearly up; a challenge. */
  kind: 'turns' | 'last' | 'challenge'
  /** The id of the game or the challenge; empty for `turns`. */
  subject: string
  madeAt: number
  /** The earliest instant at which a node may take it. Postponed while a node has it. */
  dueAt: number
  tries: number
}

/** Deleted accounts with data still to be erased; see `accounts/erasure.ts`. */
export interface ErasuresTable {
  player: PlayerId
}
