import type { API_REFUSALS, ApiRefusal } from '@hokito/protocol/api'

/** The code of a refusal. */
export type ApiRefusalCode = (typeof API_REFUSALS)[number]

/** The details beside the code. */
export type RefusalDetails = Partial<
  Pick<ApiRefusal, 'detail' | 'parameter' | 'scope' | 'reason' | 'retryAfterMs'>
>

/** The meaning of each code, for the answer and for the reference. */
export const REFUSALS: Readonly<
  Record<ApiRefusalCode, { readonly status: number; readonly title: string }>
> = {
  badParameter: { status: 400, title: 'A parameter is wrong' },
  badBody: { status: 400, title: 'The body is wrong' },
  noToken: { status: 401, title: 'A token is needed' },
  badToken: {
    status: 401,
    title: 'There is no such token, it has been revoked, or its account is closed',
  },
  missingScope: { status: 403, title: 'The token is not good for this' },
  notABot: { status: 403, title: 'Only an account that is a BOT may do this' },
  hasPlayed: { status: 409, title: 'Only an account that has never played can become a BOT' },
  notConnected: {
    status: 409,
    title: 'A game at once can only be offered while the account’s events are followed',
  },
  refused: { status: 409, title: 'The game, the lobby or the tournament refuses it' },
  notFound: { status: 404, title: 'There is nothing at this address' },
  unknownGame: { status: 404, title: 'There is no such game' },
  unknownChallenge: { status: 404, title: 'There is no such challenge, or it is not open' },
  unknownPlayer: { status: 404, title: 'There is no such player' },
  unknownTournament: { status: 404, title: 'There is no such tournament' },
  tooMany: { status: 429, title: 'Too many requests' },
  closing: { status: 503, title: 'The server is about to stop' },
  internal: { status: 500, title: 'The server has failed' },
}

/** The body of a refusal, by RFC 9457. */
export function refusalOf(code: ApiRefusalCode, details: RefusalDetails = {}): ApiRefusal {
  return { type: `/api/v1#${code}`, ...REFUSALS[code], code, ...details }
}
