import { type HttpRefusal, httpRefusalSchema } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'

/** The refusal is undefined if there was no answer. */
export type AnswerPromise<T> = Promise<Result<T, HttpRefusal | undefined>>

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
  answerMs?: number,
): AnswerPromise<T> {
  const reply = await readReply(
    path,
    (answer, response) =>
      response.ok ? ok(read(answer)) : err(httpRefusalSchema.safeParse(answer).data),
    init,
    answerMs,
  )
  return reply ?? err(undefined)
}

/** The answer to a request, whether it is a refusal or not; undefined if there was none. */
export function readAnswer(path: string, init?: RequestInit): Promise<unknown> {
  return readReply(path, (answer) => answer, init)
}

/** The same as a function reads it, which may throw; undefined if there was no answer. */
export async function readReply<T>(
  path: string,
  read: (answer: unknown, response: Response) => T,
  init: RequestInit = {},
  answerMs = ANSWER_MS,
): Promise<T | undefined> {
  try {
    const response = await fetch(path, { ...init, signal: AbortSignal.timeout(answerMs) })
    return read(await response.json(), response)
  } catch {
    // No network, or an unreadable answer: both count as none, and the page says so or shows less.
    return undefined
  }
}

// --- internal ---

/** How long the server may take to answer. */
const ANSWER_MS = 15_000
