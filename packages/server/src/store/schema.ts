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

/** What the sides of a game have set to be replied for them, and the moves that were; see `game/lines.ts`. */
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

/** The latest transaction that each connection has stored: written by it, so that the row is there if it is. */
export interface WitnessesTable {
  connection: string
  /** Drawn for each transaction. */
  token: string
  at: number
}

/** The counted games of the day, one a player and level. */
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

/** How many of a day's tries at a level came to each margin, so that a place is found without counting tries. */
export interface DailyMarginsTable {
  day: Day
  level: DailyLevel
  margin: number
  count: number
}

/** How often a move was played at a position on a day, and the sum of the margins; see `daily/fold.ts`. */
export interface DailyMovesTable {
  day: Day
  position: string
  move: string
  count: number
  total: number
}
/** What somebody proves by that a player is theirs, on a device that has no session; guests have none. */
export interface CredentialsTable {
  player: PlayerId
  createdAt: number
  /** Argon2id, with its salt and costs. */
  passwordHash: string
  /** When the name was last changed; null where it is the one of the beginning. */
  renamedAt: number | null
}

/** One row a code that still can be used once. */
export interface RecoveryCodesTable {
  codeHash: CodeHash
  player: PlayerId
}

/** When sessions of a player were last ended before their time, for nodes that did not hear of it. Kept for a day. */
export interface SignOutsTable {
  player: PlayerId
  at: number
}

/** Keys in people's devices, by which they sign in. */
export interface PasskeysTable {
  /** As the device has named it. */
  id: string
  player: PlayerId
  publicKey: string
  /** How often it was used, as far as the device counts. */
  counter: number
  createdAt: number
}

/** What a device has been asked to sign: good once, and for a few minutes. */
export interface PasskeyChallengesTable {
  challenge: string
  /** Who adds a passkey; null where somebody signs in. */
  player: PlayerId | null
  until: number
}

/** Finished games that everybody may see, by what the explorer finds them by; see `explorer/explored.ts`. */
export interface ExploredGamesTable {
  /** The game's key, by which the latest to begin come first. */
  game: number
  black: PlayerId
  white: PlayerId
  winner: Color | 'draw'
  ending: EndingKind
  endRule: EndRule
  /** The folded name of the beginning. */
  deal: string
  plies: number
  /** Black's points less White's on the last board. */
  margin: number
  /** As `formatPosition` writes it. */
  lastPosition: string
  endedAt: number
  /** 1 once its moves count, as another game began like it. All games of a deal agree on it. */
  isShared: number
}

/** What several games came to, and the sum of what was measured in them. */
export interface Sums {
  games: number
  black: number
  draws: number
  white: number
  total: number
}

/** What was played at a position by games whose deal several share, under folded names; `total` is of margins. */
export interface ExploredMovesTable extends Sums {
  endRule: EndRule
  position: string
  move: string
}

/** All explored games, by one thing about them at a time. */
export interface ExploredCountsTable extends Sums {
  topic: ExplorerTopic
  value: string
}

/** Games that were still running when the explorer came past them. */
export interface UnexploredTable {
  game: number
}

/** How strong somebody is at a speed, as of the latest rated match. */
export interface RatingsTable {
  player: PlayerId
  speed: Speed
  rating: number
  deviation: number
  volatility: number
  matches: number
  ratedAt: number
}

/** What a rated match has changed: one row a player. All of it follows from the games (`ratings/rebuild.ts`). */
export interface RatingChangesTable {
  /** The key of the event that ended the match, by which matches are in order. */
  event: number
  /** The key of the second game. */
  game: number
  player: PlayerId
  opponent: PlayerId
  speed: Speed
  /** The player's colour in the second game, by which both winners are named too. */
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

/** What programs prove by that they may act for a player. */
export interface AccessTokensTable {
  /** Keyed hash of the token; the token itself is nowhere. */
  tokenHash: AccessTokenHash
  /** By which its owner names it. */
  id: string
  player: PlayerId
  name: string
  /** What it is good for, with spaces. */
  scopes: string
  createdAt: number
  /** When it was last used, to some minutes. */
  usedAt: number | null
}

/** Players who are programs and have said so. */
export interface BotsTable {
  player: PlayerId
  since: number
  /** The level of a bot of the house; null of everybody else's. */
  level: number | null
}

/** One row for each whom a player follows. */
export interface FollowsTable {
  player: PlayerId
  followed: PlayerId
  at: number
}

/** One row for each whom a player wants to have nothing to do with; may be a guest. */
export interface BlocksTable {
  player: PlayerId
  blocked: PlayerId
  at: number
}

/** Challenges that are for one player alone; may be open no more. */
export interface SentChallengesTable {
  challenge: ChallengeId
  sender: PlayerId
  receiver: PlayerId
  at: number
}

/** Accounts that have switched on writing to the other player. */
export interface TalkersTable {
  player: PlayerId
  since: number
}

/** What was said in games, by a phrase or in own words; kept for as long as `TALK_KEPT_DAYS` says. */
export interface SayingsTable {
  key: Generated<number>
  game: GameId
  player: PlayerId
  at: number
  phrase: Phrase | null
  words: string | null
}

/** What somebody has reported of somebody else. */
export interface ReportsTable {
  key: Generated<number>
  reporter: PlayerId
  reported: PlayerId
  /** Of whoever was reported, as it was then. */
  name: string
  reason: ReportReason
  words: string
  game: GameId | null
  /** What was said in the game, as a list of `Said`: it outlives what is kept of games. */
  saidJson: string
  at: number
  closedAt: number | null
  /** What the owner has made of it. */
  answer: string | null
}

/** What players are kept from; those whose time is over may still be there. */
export interface LimitationsTable {
  player: PlayerId
  kind: LimitationKind
  why: string
  since: number
  /** Null for good. */
  until: number | null
}

/** What `hokito admin` wants done; see `admin/orders.ts`. */
export interface OrdersTable {
  key: Generated<number>
  at: number
  orderJson: string
  /** When a server has begun with it. */
  takenAt: number | null
  answerJson: string | null
}

/** All that `hokito admin` has done, added and never changed. */
export interface AdminLogTable {
  key: Generated<number>
  at: number
  /** Who has done it. */
  admin: string
  action: string
  player: PlayerId | null
  /** To whom or what, in words. */
  about: string
  why: string
  outcome: string
}

/** Devices on which players want to be notified: where their push services take messages. */
export interface PushSubscriptionsTable {
  /** Whoever knows it and the keys can notify the device. */
  endpoint: string
  player: PlayerId
  /** By which session; with that, it ends. */
  session: TokenHash
  p256dh: string
  auth: string
  language: string
  createdAt: number
  /** When a message was last taken, to a day. */
  sentAt: number | null
  /** Since when none was; null while they are. */
  failingSince: number | null
}

/** One row a break that a player has taken from games over days. */
export interface BreaksTable {
  key: Generated<number>
  player: PlayerId
  startedAt: number
  /** When it ends, or has ended. */
  until: number
}

/** For which turn of a game over days its player was reminded last; the row goes with the game's deadline. */
export interface RemindersTable {
  game: number
  ply: number
  /** As it was then. */
  deadline: number
}

/** Where letters to an account go: an address that its owner has confirmed. Several accounts may have one. */
export interface MailAddressesTable {
  player: PlayerId
  address: string
  /** By which it is found: in small letters. */
  addressKey: string
  language: MailLanguage
  confirmedAt: number
}

/** What a link in a letter is good for, once. */
export interface MailLinksTable {
  /** Keyed hash of what the link says; the link itself is nowhere. */
  hash: LinkHash
  player: PlayerId
  kind: 'confirm' | 'recover'
  /** Where the letter went. */
  address: string
  language: MailLanguage
  until: number
}

/** Accounts that want letters about their games over days. */
export interface GameLettersTable {
  player: PlayerId
  /** Keyed hash of what switches them off by a link in a letter. */
  hash: LinkHash
  since: number
  /** When the last one about turns was sent; null before the first. */
  turnsAt: number | null
  /** When the day began whose letters are counted, and how many were sent in it. */
  dayAt: number
  countOfDay: number
}

/** Letters about games that are to be written and sent, without what they will say. */
export interface WaitingLettersTable {
  player: PlayerId
  /** All games that wait for the player; one whose time is nearly up; a challenge. */
  kind: 'turns' | 'last' | 'challenge'
  /** The id of the game or the challenge; empty for `turns`. */
  subject: string
  madeAt: number
  /** From when a node may take it; put off while one has it. */
  dueAt: number
  tries: number
}

/** Accounts that are deleted and of which something is still to be erased; see `accounts/erasure.ts`. */
export interface ErasuresTable {
  player: PlayerId
}
