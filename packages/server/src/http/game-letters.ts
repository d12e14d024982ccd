import { doneReplySchema, gameLettersSchema, mailTokenSchema, ONE_CLICK } from '@hokito/protocol'
import type { FastifyInstance } from 'fastify'
import type { GameLetters } from '../notify/mail/game-letters.ts'
import type { AccountDependencies } from './account.ts'
import { accountPosts, no } from './account-posts.ts'
import { counted } from './counting.ts'
import { REFUSALS, refuse, refuseForNow } from './replies.ts'
import { SESSION_COOKIE } from './session.ts'

export interface GameLettersRoutesDependencies extends AccountDependencies {
  readonly gameLetters: GameLetters
}

/**
 * E-mails about correspondence games. A `POST` of our own pages switches them on and off. A `POST`
 * to the link in such an e-mail switches them off, signed in or not, as mail programs do by
 * themselves (RFC 8058). A `GET` of the link changes nothing, as virus scanners open every link in
 * an e-mail: it leads to a page that asks.
 */
export function addGameLettersRoutes(
  app: FastifyInstance,
  dependencies: GameLettersRoutesDependencies,
): void {
  const { players, visitors, now, gameLetters } = dependencies
  const post = accountPosts(app, dependencies)

  post('mail-games', gameLettersSchema, doneReplySchema, async (exchange, { isOn }) => {
    const { request, reply } = exchange
    const player = await players.recognise(request.cookies[SESSION_COOKIE], now())
    if (player === undefined) return no(exchange, { code: 'signedOut' })
    if (!gameLetters.isOn) return no(exchange, { code: 'noMail' })
    const waitMs = visitors.pushChanges.take(player.id)
    if (waitMs > 0) return refuseForNow(reply, waitMs)
    const isDone = await gameLetters.set(player.id, isOn)
    return isDone ? {} : no(exchange, { code: 'badMailAddress' })
  })

  // In a Fastify scope of its own, as no other route accepts forms.
  void app.register(async (forms) => {
    const onRequest = counted(visitors, visitors.requests)
    forms.addContentTypeParser(FORMS, { parseAs: 'string' }, (_, body, done) => done(null, body))
    forms.get<TokenParams>(PATH, { onRequest }, async ({ params }, reply) => {
      reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
      const token = mailTokenSchema.safeParse(params.token)
      if (!token.success) return refuse(reply, 404, { code: 'notFound' })
      return reply.redirect(`/account#unsubscribe=${token.data}`, 303)
    })
    const schema = { response: { 200: doneReplySchema, ...REFUSALS } }
    forms.post<TokenParams>(PATH, { onRequest, schema }, async ({ params, body }, reply) => {
      reply.header('Cache-Control', 'no-store')
      const token = mailTokenSchema.safeParse(params.token)
      if (!token.success || !isOneClick(body)) return refuse(reply, 400, { code: 'badRequest' })
      await gameLetters.letGo(token.data)
      // The same for an unknown link: the answer reveals nothing about any account.
      return {}
    })
  })
}

// --- internal ---

const PATH = '/api/account/mail-games-off/:token'
/** RFC 8058 leaves the choice to the client. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

interface TokenParams {
  Params: { token: string }
}

/** Does the body match the e-mail's header, in either encoding? */
function isOneClick(body: unknown): boolean {
  if (typeof body !== 'string') return false
  const [name, value] = ONE_CLICK
  if (new URLSearchParams(body).get(name) === value) return true
  return new RegExp(`name="?${name}"?\\r?\\n(?:[^\\r\\n]+\\r?\\n)*\\r?\\n${value}\\r?\\n`).test(
    body,
  )
}
