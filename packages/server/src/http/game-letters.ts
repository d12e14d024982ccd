import { doneReplySchema, gameLettersSchema, mailTokenSchema, ONE_CLICK } from '@hokito/protocol'
import * as z from 'zod/mini'
import type { GameLetters } from '../notify/mail/game-letters.ts'
import { ACCOUNT_POST } from './account-posts.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, refused, tooMany } from './outcome.ts'
import type { SessionDependencies } from './session-cookie.ts'

export interface GameLettersDependencies extends SessionDependencies {
  readonly gameLetters: GameLetters
}

const OFF = {
  asker: 'anyone',
  path: '/api/account/mail-games-off/{token}',
  cache: 'never',
  price: 1,
} as const

/** The body that the e-mail's header names, in either encoding of a form. */
const oneClickSchema = z.string().check(z.refine(isOneClick))

const setGameLetters = operation({
  ...ACCOUNT_POST,
  path: '/api/account/mail-games',
  body: { schema: gameLettersSchema },
  handle: async (_, { player, body }, { gameLetters, visitors }: GameLettersDependencies) => {
    if (!gameLetters.isOn) return refused({ code: 'noMail' })
    const waitMs = visitors.pushChanges.take(player.id)
    if (waitMs > 0) return tooMany(waitMs)
    const isDone = await gameLetters.set(player.id, body.isOn)
    return isDone ? answered({}) : refused({ code: 'badMailAddress' })
  },
})

/**
 * The link in an e-mail changes nothing, as virus scanners open every link: it leads to a page that
 * asks.
 */
const askForEnd = operation({
  ...OFF,
  parameters: { token: { schema: mailTokenSchema, refusal: 'notFound' } },
  answer: { type: 'text/html' },
  handle: async ({ token }) => ({
    kind: 'redirect',
    to: `/account#unsubscribe=${token}`,
    status: 303,
    headers: { 'Referrer-Policy': 'no-referrer' },
  }),
})

/** Mail programs send this to the link by themselves, signed in or not (RFC 8058). */
const endGameLetters = operation({
  ...OFF,
  method: 'post',
  takesForms: true,
  parameters: { token: { schema: mailTokenSchema } },
  body: { schema: oneClickSchema },
  answer: jsonBy(doneReplySchema),
  handle: async ({ token }, _, { gameLetters }: GameLettersDependencies) => {
    await gameLetters.letGo(token)
    // The same for an unknown link: the answer reveals nothing about any account.
    return answered({})
  },
})

/** E-mails about correspondence games: our own pages switch them on and off, their links off. */
export const GAME_LETTERS_OPERATIONS: readonly PageOperation<GameLettersDependencies>[] = [
  setGameLetters,
  askForEnd,
  endGameLetters,
]

// --- internal ---

function isOneClick(body: string): boolean {
  const [name, value] = ONE_CLICK
  if (new URLSearchParams(body).get(name) === value) return true
  return new RegExp(`name="?${name}"?\\r?\\n(?:[^\\r\\n]+\\r?\\n)*\\r?\\n${value}\\r?\\n`).test(
    body,
  )
}
