/**
 * The messages between the Hokito site and server, the clock as arithmetic, and fair deals that can
 * be checked. This package does no input or output.
 * @packageDocumentation
 */

export type {
  AccountReply,
  KeptToken,
  MadePasskey,
  OwnMail,
  ShownPasskey,
  TokenScope,
} from './account.ts'
export {
  accountReplySchema,
  addPasskeySchema,
  changeNameSchema,
  changePasswordSchema,
  codesReplySchema,
  confirmSchema,
  doneReplySchema,
  LONGEST_TOKEN_NAME,
  MOST_TOKENS,
  makeTokenSchema,
  PASSWORD_LENGTH,
  passkeyOptionsReplySchema,
  RECOVERY_CODES,
  recoverSchema,
  removePasskeySchema,
  removeTokenSchema,
  showPasskeySchema,
  signedInReplySchema,
  signInSchema,
  signUpSchema,
  TOKEN_SCOPES,
  tokenReplySchema,
} from './account.ts'
export {
  arrangementOf,
  arrangementSchema,
  dealOfArrangements,
  isWhole,
  NOTHING_PLACED,
  piecesOf,
  wholeArrangementSchema,
  withRest,
} from './arrangement.ts'
export type { BreakRefusal, BreakState } from './breaks.ts'
export { BREAK_REFUSALS, breakStateSchema, MOST_BREAK_DAYS, takeBreakSchema } from './breaks.ts'
export type {
  Card,
  Class,
  ClassChange,
  ClassesReply,
  ClassId,
  ClassPurpose,
  ClassTask,
  NumberedTask,
  OwnClass,
  Pupil,
  PupilProgress,
  TeachAnswer,
  TeachRequest,
  TeachWish,
} from './class.ts'
export {
  ASK_AGAIN_DAYS,
  addPupilsSchema,
  CARD_WORDS,
  CLASS_PURPOSES,
  CLASS_REFUSALS,
  cardsReplySchema,
  classChangeSchema,
  classesReplySchema,
  classIdSchema,
  classSchema,
  classTaskSchema,
  LONGEST_CLASS_NAME,
  LONGEST_SCHOOL_NAME,
  MOST_CLASSES,
  MOST_DONE,
  MOST_PUPILS,
  MOST_TASKS,
  NO_PROGRESS,
  numberedTaskSchema,
  pupilProgressSchema,
  renewCardsSchema,
  reportedProgressSchema,
  takeOverSchema,
  teachRequestSchema,
  teachWishSchema,
} from './class.ts'
export type { ClientMessage, GameCommand, Request } from './client-message.ts'
export {
  clientMessageSchema,
  gameCommandSchema,
  isGameCommand,
  requestSchema,
} from './client-message.ts'
export type { Clock, Press } from './clock.ts'
export {
  BETWEEN_GAMES_MS,
  clockSchema,
  type FirstMoveTerms,
  FREE_PLIES,
  firstMoveDueAt,
  firstMoveMs,
  flagAt,
  graceMs,
  hasFlagged,
  isLateStart,
  lagAllowanceMs,
  leftFrom,
  pause,
  placingMs,
  press,
  remainingAt,
  restore,
  spentMs,
  startingClock,
  stop,
  turnAt,
} from './clock.ts'
export type { DailyLevel, DailyMoves, DailyTable, DailyTry, DailyTryReply, Day } from './daily.ts'
export {
  DAILY_END_RULE,
  DAILY_GRACE_MS,
  DAILY_LEVELS,
  DAILY_ROWS,
  DAILY_TREE_PLIES,
  dailyMovesSchema,
  dailyTableSchema,
  dailyTryReplySchema,
  dailyTrySchema,
  dayAfter,
  dayAt,
  daySchema,
  dealOfDay,
  FIRST_DAY,
  positionOfDay,
  startOfDay,
  stateOfDay,
} from './daily.ts'
export type { DealProof, ProofErrorCode } from './deal-proof.ts'
export {
  bytesFrom,
  commitmentOf,
  dealProofSchema,
  deriveDeal,
  formatHex,
  PROOF_ERRORS,
  SECRET_BYTES,
  SHARE_BYTES,
  verifyDeal,
} from './deal-proof.ts'
export { DELETED_NAME } from './deleted-name.ts'
export { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'
export type { CreatedEvent, GameEnding, GameEvent, Offer, OfferKind } from './event.ts'
export {
  colorSchema,
  GAME_ENDING_KINDS,
  gameEventSchema,
  namedPointsSchema,
  OFFER_KINDS,
} from './event.ts'
export type {
  ExplorerGames,
  ExplorerMoves,
  ExplorerStatistics,
  ExplorerTopic,
  ExplorerWish,
} from './explorer.ts'
export {
  EXPLORED_PLIES,
  EXPLORER_PAGE,
  EXPLORER_STEP,
  EXPLORER_TOPICS,
  exploredGameSchema,
  explorerGamesSchema,
  explorerMovesSchema,
  explorerStatisticsSchema,
  explorerWishSchema,
} from './explorer.ts'
export type { GameSummary } from './game-summary.ts'
export { gameSummarySchema } from './game-summary.ts'
export type { GameView, Phase } from './game-view.ts'
export {
  advance,
  awaitedIn,
  awaitedOf,
  begin,
  colorOf,
  dividerOf,
  gameViewSchema,
  isAwaitingReady,
  isLateLoss,
  matchPoints,
  phaseOf,
  placingDeadline,
  proofGameOf,
  takebackPly,
  turnOf,
} from './game-view.ts'
export type { Rating } from './glicko.ts'
export {
  boundedChange,
  boundedRating,
  isUnrated,
  PROVISIONAL_DEVIATION,
  RATING_SCALE,
  UNRATED,
  widenedRating,
} from './glicko.ts'
export type { GamesPage, HouseBotsReply, HttpRefusal, NotReady } from './http.ts'
export {
  GAMES_PAGE,
  gameReplySchema,
  gamesPageSchema,
  healthReplySchema,
  houseBotsReplySchema,
  httpRefusalSchema,
  notReadyReplySchema,
  readyReplySchema,
  sessionReplySchema,
} from './http.ts'
export type { ChallengeId, CommandId, GameId, PlayerId } from './ids.ts'
export {
  challengeIdSchema,
  commandIdSchema,
  gameIdSchema,
  hexSchema,
  instantSchema,
  offerIdSchema,
  playerIdSchema,
  plySchema,
} from './ids.ts'
export type { Condition } from './lines.ts'
export {
  conditionFor,
  conditionsAfter,
  formatLines,
  linesOf,
  linesSchema,
  MOST_CONDITIONS,
  parseLines,
} from './lines.ts'
export type { LobbyChange, LobbyPage } from './lobby.ts'
export { LOBBY_PAGE, lobbyChangeSchema, lobbyPageSchema } from './lobby.ts'
export type { MailLanguage, MailProof } from './mail.ts'
export {
  addMailSchema,
  askMailSchema,
  confirmMailSchema,
  gameLettersSchema,
  LONGEST_MAIL_ADDRESS,
  MAIL_LANGUAGES,
  mailTokenSchema,
  ONE_CLICK,
  removeMailSchema,
  resetByMailSchema,
} from './mail.ts'
export type {
  Followed,
  Leaders,
  Limitation,
  LimitationKind,
  NamesReply,
  Opponents,
  PeopleReply,
  PlayerGamesWish,
  Relation,
  ReportReason,
  Written,
} from './people.ts'
export {
  blockSchema,
  followSchema,
  LEADERS,
  LEAST_LETTERS,
  LIMITATIONS,
  LONGEST_REPORT,
  LONGEST_TALK,
  leaderSchema,
  leadersReplySchema,
  limitationSchema,
  MOST_BLOCKED,
  MOST_FOLLOWED,
  NAMES_SHOWN,
  namesReplySchema,
  opponentsSchema,
  peopleReplySchema,
  playerGamesWishSchema,
  REPORT_REASONS,
  relationReplySchema,
  reportSchema,
  SEARCHED_GAMES,
  TALK_KEPT_DAYS,
  TALK_SHOWN,
  talkSettingSchema,
  writtenSchema,
} from './people.ts'
export type { Phrase } from './phrases.ts'
export { PHRASES } from './phrases.ts'
export type { PictureWord } from './picture-words.ts'
export { PICTURE_WORDS, passwordOf } from './picture-words.ts'
export type { Presence } from './presence.ts'
export { presenceSchema } from './presence.ts'
export type { PushMessage, SubscribeWish } from './push.ts'
export {
  MOST_SUBSCRIPTIONS,
  pushMessageSchema,
  pushReplySchema,
  subscribeSchema,
  unsubscribeSchema,
} from './push.ts'
export type {
  Expected,
  Profile,
  RatingCard,
  RatingChange,
  ShownProgress,
  Tallies,
} from './rating.ts'
export {
  expectedReplySchema,
  GRAPH_POINTS,
  graphPointSchema,
  MOST_SHOWN_DAYS,
  PROFILE_MATCHES,
  profileMatchSchema,
  profileReplySchema,
  ratingChangeSchema,
  ratingChangesReplySchema,
  STAKES,
  shownProgressSchema,
  showProgressSchema,
} from './rating.ts'
export { RECONNECTION, reconnectionPauseMs } from './reconnection.ts'
export { recordOf } from './record.ts'
export type { Refusal, RefusalCode, TournamentRefusal } from './refusal.ts'
export { NAME_REFUSALS, REFUSALS, refusalSchema } from './refusal.ts'
export type {
  ClientMessages,
  CommandReply,
  MessageType,
  Refused,
  Replies,
  Reply,
} from './reply.ts'
export { parseReply } from './reply.ts'
export type { ServerMessages } from './server-message.ts'
export {
  LAG_EVENT,
  MESSAGE_EVENT,
  NODE_PATH,
  SERVER_MESSAGES,
  SOCKET_PATH,
} from './server-message.ts'
export type { Speed } from './speed.ts'
export { SPEEDS, speedOf } from './speed.ts'
export type { Chapter, PublicStudy, Study, StudyChange, StudyId } from './study.ts'
export {
  chapterHeadSchema,
  chapterReplySchema,
  chapterSchema,
  LONGEST_CHAPTER,
  LONGEST_TITLE,
  MOST_CHAPTERS,
  MOST_INVITED,
  MOST_MEMBERS,
  MOST_READERS,
  MOST_SHOWN_STUDIES,
  MOST_STUDIES,
  publicStudiesReplySchema,
  publicStudySchema,
  removeStudySchema,
  studiesReplySchema,
  studyChangeSchema,
  studyIdSchema,
  studyReplySchema,
  studySchema,
} from './study.ts'
export type { Challenge, ColorChoice, PlayerCard, Terms } from './terms.ts'
export {
  areRatable,
  COLOR_CHOICES,
  challengeSchema,
  compensationSchema,
  isOfferedColor,
  NAME_LENGTH,
  offeredTerms,
  offeredTermsSchema,
  optionsOf,
  playerCardSchema,
  termsSchema,
} from './terms.ts'
export { base64UrlSchema, nameSchema, passwordSchema, textSchema } from './text.ts'
export type { TimeControl } from './time-control.ts'
export {
  estimatedSeconds,
  formatTimeControl,
  isLive,
  QUICK_TIME_CONTROLS,
  timeControlSchema,
  USUAL_TIME_CONTROL,
} from './time-control.ts'
export type {
  ArenaWait,
  Tournament,
  TournamentDetail,
  TournamentGames,
  TournamentId,
  TournamentKind,
  TournamentLink,
  TournamentMatch,
  TournamentStanding,
  TournamentsReply,
  TournamentWish,
} from './tournament.ts'
export {
  ARENA_MINUTES,
  ARENA_WIN,
  arenaGain,
  DOUBLING_STREAK,
  gameTournamentReplySchema,
  LONGEST_NOTICE_MINUTES,
  MOST_BOARDS,
  MOST_ENTERED,
  MOST_ENTRANTS,
  MOST_IN_ROUND_ROBIN,
  MOST_MADE,
  MOST_MISSED,
  MOST_ROUNDS,
  mayBeOfTournament,
  TOURNAMENT_GAMES,
  TOURNAMENT_KINDS,
  TOURNAMENT_PAGE,
  tournamentDetailSchema,
  tournamentGamesSchema,
  tournamentIdSchema,
  tournamentMadeSchema,
  tournamentPressSchema,
  tournamentSchema,
  tournamentsReplySchema,
  tournamentWishSchema,
} from './tournament.ts'
export type { Update } from './update.ts'
export { updateSchema } from './update.ts'
export { PROTOCOL_VERSION, protocolOf } from './version.ts'
export type { WatchedGame, WatchReply } from './watch.ts'
export { WATCH_PAGE, watchReplySchema } from './watch.ts'
