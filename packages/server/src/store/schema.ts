import type {
  AccessTokensTable,
  CredentialsTable,
  ErasuresTable,
  PasskeyChallengesTable,
  PasskeysTable,
  RecoveryCodesTable,
  SignOutsTable,
} from './account-tables.ts'
import type {
  ClassesTable,
  ClassTasksTable,
  PupilsTable,
  TeachersTable,
  TeachRequestsTable,
} from './class-tables.ts'
import type { DailyMarginsTable, DailyMovesTable, DailyTriesTable } from './daily-tables.ts'
import type {
  ExploredCountsTable,
  ExploredGamesTable,
  ExploredMovesTable,
  UnexploredTable,
} from './explorer-tables.ts'
import type {
  ArrangementsTable,
  ChallengesTable,
  DeadlinesTable,
  EventsTable,
  FactsTable,
  GamesTable,
  LeftDealsTable,
  LinesTable,
  SentChallengesTable,
  ShiftsTable,
  WitnessesTable,
} from './game-tables.ts'
import type {
  GameLettersTable,
  MailAddressesTable,
  MailLinksTable,
  PushSubscriptionsTable,
  RemindersTable,
  WaitingLettersTable,
} from './notice-tables.ts'
import type {
  AdminLogTable,
  BlocksTable,
  FollowsTable,
  LimitationsTable,
  OrdersTable,
  ReportsTable,
  SayingsTable,
  TalkersTable,
} from './people-tables.ts'
import type {
  BotsTable,
  BreaksTable,
  HeldKeysTable,
  PlayersTable,
  RenamesTable,
  SessionsTable,
  ShownProgressTable,
} from './player-tables.ts'
import type { RatingChangesTable, RatingsTable } from './rating-tables.ts'
import type { StudiesTable, StudyChaptersTable, StudyMembersTable } from './study-tables.ts'
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
  shownProgress: ShownProgressTable
  studies: StudiesTable
  studyChapters: StudyChaptersTable
  studyMembers: StudyMembersTable
  teachers: TeachersTable
  teachRequests: TeachRequestsTable
  classes: ClassesTable
  pupils: PupilsTable
  classTasks: ClassTasksTable
}
