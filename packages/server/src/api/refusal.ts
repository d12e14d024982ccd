import type { ApiRefusal } from '@hokito/protocol/api'
import { type ApiRefusalCode, type RefusalDetails, STATUSES } from '../http/refusals.ts'

/** The meaning of each code, for the answer and for the reference. */
export const TITLES: Readonly<Record<ApiRefusalCode, string>> = {
  badParameter: 'A parameter is missing, unknown or invalid',
  badBody: 'The body is invalid',
  noToken: 'This needs a token',
  badToken: 'There is no such token, it has been revoked, or its account is closed',
  missingScope: 'The token does not allow this',
  notABot: 'Only a bot account may do this',
  hasPlayed: 'Only an account that has never played can become a bot',
  notConnected: 'You can offer a live game only while you follow the account’s events',
  refused: 'The game, the lobby or the tournament refuses this',
  notFound: 'There is nothing at this address',
  unknownGame: 'There is no such game',
  unknownChallenge: 'There is no such challenge, or it is not open',
  unknownPlayer: 'There is no such player',
  unknownTournament: 'There is no such tournament',
  tooMany: 'Too many requests',
  closing: 'The server is about to stop',
  internal: 'Something went wrong on the server',
}

/** The body of a refusal, by RFC 9457. */
export function refusalOf(code: ApiRefusalCode, details: RefusalDetails = {}): ApiRefusal {
  return {
    type: `/api/v1#${code}`,
    status: STATUSES[code],
    title: TITLES[code],
    code,
    ...details,
  }
}
