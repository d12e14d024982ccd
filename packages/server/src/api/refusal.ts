import type { API_REFUSALS, ApiRefusal } from '@hokito/protocol/api'

/** The code of a refusal. */
export type ApiRefusalCode = (typeof API_REFUSALS)[number]

/** What is said beside the code. */
export type RefusalDetails = Partial<Pick<ApiRefusal, 'detail' | 'parameter' | 'retryAfterMs'>>

/** What each code means, for the answer and for the reference. */
export const REFUSALS: Readonly<
  Record<ApiRefusalCode, { readonly status: number; readonly title: string }>
> = {
  badParameter: { status: 400, title: 'A parameter is wrong' },
  notFound: { status: 404, title: 'There is nothing at this address' },
  unknownGame: { status: 404, title: 'There is no such game' },
  unknownPlayer: { status: 404, title: 'There is no such player' },
  tooMany: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'The server has failed' },
}

/** The body of a refusal, by RFC 9457. */
export function refusalOf(code: ApiRefusalCode, details: RefusalDetails = {}): ApiRefusal {
  return { type: `/api/v1#${code}`, ...REFUSALS[code], code, ...details }
}
