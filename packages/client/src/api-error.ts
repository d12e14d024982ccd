import type { ApiRefusal } from '@hokito/protocol/api'

/**
 * The server refused. `refusal` says why; it is absent if the error comes from a proxy in front of
 * the server.
 */
export class ApiError extends Error {
  readonly status: number
  readonly refusal: ApiRefusal | undefined

  constructor(status: number, refusal: ApiRefusal | undefined) {
    super(wordsOf(status, refusal))
    this.status = status
    this.refusal = refusal
  }

  /** May an unchanged retry succeed? */
  get isPassing(): boolean {
    return this.status === 429 || this.status >= 500
  }
}

/** A stream has ended or fallen silent. */
export class LineLost extends Error {}

// --- internal ---

function wordsOf(status: number, refusal: ApiRefusal | undefined): string {
  if (refusal === undefined) return `The server answers with status ${status}.`
  const { title, reason, scope, detail } = refusal
  const more = [reason, scope, detail].filter((each) => each !== undefined).join('; ')
  return more === '' ? `${title}.` : `${title} (${more}).`
}
