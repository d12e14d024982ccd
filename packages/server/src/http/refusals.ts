import type { HttpRefusal } from '@hokito/protocol'
import type { API_REFUSALS, ApiRefusal } from '@hokito/protocol/api'

/** The code of a refusal of the API. */
export type ApiRefusalCode = (typeof API_REFUSALS)[number]

/** The details beside the code of a refusal of the API. */
export type RefusalDetails = Partial<
  Pick<ApiRefusal, 'detail' | 'parameter' | 'scope' | 'reason' | 'retryAfterMs'>
>

/** The status of each refusal over HTTP. An operation that has to deviate says so itself. */
export const STATUSES: Readonly<Record<HttpRefusal['code'] | ApiRefusalCode, number>> = {
  // The request
  badRequest: 400,
  badParameter: 400,
  badBody: 400,
  wrongOrigin: 403,
  notFound: 404,
  tooMany: 429,
  internal: 500,
  closing: 503,
  // Who asks
  signedOut: 401,
  wrongSignIn: 401,
  wrongPassword: 401,
  wrongCode: 401,
  wrongPasskey: 401,
  wrongLink: 401,
  accountClosed: 403,
  noToken: 401,
  badToken: 401,
  missingScope: 403,
  notABot: 403,
  // Accounts
  nameTooShort: 400,
  nameTooLong: 400,
  nameCharacters: 400,
  nameReserved: 400,
  nameTaken: 409,
  renameTooSoon: 429,
  passwordTooShort: 400,
  passwordTooLong: 400,
  passwordTooEasy: 400,
  hasAccount: 409,
  noAccount: 409,
  gamesRunning: 409,
  hasPlayed: 409,
  tooManyTokens: 409,
  noMail: 404,
  badMailAddress: 400,
  mailTooSoon: 429,
  onBreak: 409,
  notOnBreak: 409,
  noDaysLeft: 409,
  // Games and challenges
  unknownGame: 404,
  unknownChallenge: 404,
  notConnected: 409,
  refused: 409,
  // People and notifications
  unknownPlayer: 404,
  self: 400,
  blocked: 403,
  listFull: 409,
  noPush: 404,
  unknownPushService: 400,
  // The game of the day
  futureDay: 403,
  closedDay: 403,
  notTried: 403,
  alreadyTried: 409,
  illegalGame: 422,
  unfinishedGame: 422,
  otherMoves: 422,
  busy: 429,
  // Studies
  unknownStudy: 404,
  staleStudy: 409,
  tooManyStudies: 409,
  tooManyChapters: 409,
  badStudyTitle: 400,
  badChapter: 422,
  notHolder: 403,
  notFollower: 403,
  inviteBarred: 409,
  muted: 403,
  tooManyMembers: 409,
  tooManyInvitations: 409,
  // Classes
  notTeacher: 403,
  unknownClass: 404,
  unknownPupil: 404,
  tooManyClasses: 409,
  tooManyPupils: 409,
  tooManyTasks: 409,
  badClassName: 400,
  hasClasses: 409,
  ofClass: 403,
  outsideClass: 403,
  notOffered: 403,
  // Tournaments
  unknownTournament: 404,
  damagedTournament: 409,
  notMaker: 403,
  tournamentStarted: 409,
  tournamentOver: 409,
  tournamentFull: 409,
  tooManyTournaments: 409,
  badTournamentName: 400,
  tooManyEntries: 409,
  notEntered: 409,
  needsAccount: 403,
  forPeople: 403,
  suspended: 403,
}
