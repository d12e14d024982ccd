import { MOVE_REFUSALS } from '@hokito/rules'
import * as z from 'zod/mini'

/** Why a player cannot have a name, or not yet. */
export const NAME_REFUSALS = [
  'nameTooShort',
  'nameTooLong',
  'nameCharacters',
  'nameReserved',
  'nameTaken',
  'renameTooSoon',
] as const

/** Why the server refuses a request about a tournament. */
export const TOURNAMENT_REFUSALS = [
  'unknownTournament',
  'damagedTournament',
  'tournamentStarted',
  'tournamentOver',
  'tournamentFull',
  'tooManyTournaments',
  'badTournamentName',
  'tooManyEntries',
  'notEntered',
  'notMaker',
  'needsAccount',
  'forPeople',
  'suspended',
  'outsideClass',
] as const
export type TournamentRefusal = (typeof TOURNAMENT_REFUSALS)[number]

/** All refusals of the server. The site makes the sentences, in the reader's language. */
export const REFUSALS = [
  // Any request
  'malformed',
  'tooMany',
  'signedOut',
  'internal',
  'closing',
  // Never sent. A page uses it itself when the server's protocol is newer than its own.
  'outdated',
  // Games
  'unknownGame',
  'damagedGame',
  'notSeated',
  'stale',
  'notYourTurn',
  'illegalMove',
  'notDealing',
  'alreadyShared',
  'notDealt',
  'notPlacing',
  'alreadyPlaced',
  'notDividing',
  'undivided',
  'gameOver',
  'gameRunning',
  'offerPending',
  'offerTooSoon',
  'unknownOffer',
  'ownOffer',
  'notYourOffer',
  'takebacksForbidden',
  'nothingToTakeBack',
  'tooLateToAbort',
  'tooEarlyToClaim',
  'alreadyContinued',
  'notCorrespondence',
  'ownTurn',
  // Lobby
  'unknownChallenge',
  'ownChallenge',
  'notYourChallenge',
  'tooManyChallenges',
  'tooManyGames',
  'waitAfterLeaving',
  'opponentWaits',
  'opponentAway',
  'opponentBusy',
  'opponentBarred',
  'forPeople',
  'lobbyFull',
  'needsAccount',
  'notForYou',
  // People
  'blocked',
  'suspended',
  'muted',
  'talkOff',
  'outsideClass',
  // Studies
  'unknownStudy',
  ...NAME_REFUSALS,
] as const
export type RefusalCode = (typeof REFUSALS)[number]

/** A refusal. `move` says why a move is illegal, `retryAfterMs` when a retry may succeed. */
export const refusalSchema = z.strictObject({
  code: z.enum(REFUSALS),
  move: z.optional(z.enum(MOVE_REFUSALS)),
  retryAfterMs: z.optional(z.int().check(z.nonnegative())),
})
export type Refusal = Readonly<z.infer<typeof refusalSchema>>
