import type { ApiRefusal } from '@hokito/protocol/api'

/** The server says no: `refusal` says why, where it is the server's own and not of something that stands before it. */
export class ApiError extends Error {
  readonly status: number
  readonly refusal: ApiRefusal | undefined

  constructor(status: number, refusal: ApiRefusal | undefined) {
    super(wordsOf(status, refusal))
    this.status = status
    this.refusal = refusal
  }

  /** May it go well when it is asked for once more, unchanged? */
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
