import { type HttpRefusal, httpRefusalSchema } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'

/** How long the server may take to answer. */
export const ANSWER_MS = 15_000

/** The refusal is undefined if there was no answer. */
export type Answer<T> = Promise<Result<T, HttpRefusal | undefined>>

/** What a POST with a JSON body adds to a request. */
export function posting(body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** Sends a request, and reads its answer with a function, which throws if it cannot. */
export async function ask<T>(
  path: string,
  init: RequestInit,
  read: (answer: unknown) => T,
  answerMs = ANSWER_MS,
): Answer<T> {
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(answerMs) })
    const answer: unknown = await response.json()
    return response.ok ? ok(read(answer)) : err(httpRefusalSchema.safeParse(answer).data)
  } catch {
    // No network, or an unreadable answer: both count as none, and the page says so.
    return err(undefined)
  }
}

/** The answer to a request, whether it is a refusal or not; undefined if there was none. */
export async function readAnswer(path: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(ANSWER_MS) })
    return await response.json()
  } catch {
    // No network, or an unreadable answer: both count as none, and the page says so.
    return undefined
  }
}
