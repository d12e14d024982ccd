import { Readable } from 'node:stream'
import type { PlayerCard } from '@hokito/protocol'
import { err, ok, type Result, unreachable } from '@hokito/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isOwnOrigin } from '../ground/origin.ts'
import { counted } from './counting.ts'
import { closingOf } from './long-answers.ts'
import {
  isInPath,
  type PageAsked,
  type PageOperation,
  type Parameters,
  urlOf,
} from './operation.ts'
import { type PageOutcome, type PageRefused, refused, SIGNED_OUT, tooMany } from './outcome.ts'
import { sendPacked } from './packed-pages.ts'
import { STATUSES } from './refusals.ts'
import { REFUSALS, refuse, refuseForNow } from './replies.ts'
import { type SessionCookie, type SessionDependencies, sessionCookieOf } from './session-cookie.ts'

/** Adds a route for each operation of our own pages and of anyone. */
export function addRoutes<D extends SessionDependencies>(
  app: FastifyInstance,
  operations: readonly PageOperation<D>[],
  dependencies: D,
): void {
  for (const operation of operations) {
    if (operation.isServed?.(dependencies) === false) continue
    if (operation.takesForms !== true) addRoute(app, operation, dependencies)
    else addFormRoute(app, operation, dependencies)
  }
}

// --- internal ---

/** RFC 8058 leaves the choice to the client. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

function addRoute<D extends SessionDependencies>(
  app: FastifyInstance,
  operation: PageOperation<D>,
  dependencies: D,
): void {
  const { method = 'get', answer, price, bucket = 'requests', bodyLimit, helmet } = operation
  const { visitors } = dependencies
  const answers = { ...(answer.schema && { 200: answer.schema }), ...answer.others }
  app.route({
    method: method.toUpperCase(),
    url: urlOf(operation),
    schema: { response: { ...REFUSALS, ...answers } },
    handler: async (request, reply) => {
      const outcome = await outcomeOf(request, reply, operation, dependencies)
      return send(request, reply, operation, outcome)
    },
    ...(price > 0 && { onRequest: counted(visitors, visitors[bucket], price) }),
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(helmet && { helmet: helmet(dependencies) }),
  })
}

/** In a Fastify scope of its own, as no other route accepts forms. */
function addFormRoute<D extends SessionDependencies>(
  app: FastifyInstance,
  operation: PageOperation<D>,
  dependencies: D,
): void {
  void app.register(async (forms) => {
    forms.addContentTypeParser(FORMS, { parseAs: 'string' }, (_, body, done) => done(null, body))
    addRoute(forms, operation, dependencies)
  })
}

/** Checks a request in the order of the declaration, and answers it if everything holds. */
async function outcomeOf<D extends SessionDependencies>(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: PageOperation<D>,
  dependencies: D,
): Promise<PageOutcome> {
  const { publicUrl, visitors, players } = dependencies
  if (isForOwnPages(operation) && !isOwnOrigin(request.raw, publicUrl)) {
    return refused({ code: 'wrongOrigin' })
  }
  if (operation.cache === 'never') reply.header('Cache-Control', 'no-store')
  const body = bodyOf(request, operation)
  if (!body.ok) return body.error
  const session = sessionCookieOf(request, reply, publicUrl)
  const player = await playerOf(session, operation, dependencies)
  if (!player.ok) return player.error
  if (operation.isNotForPupils && player.value && (await players.isPupil(player.value.id))) {
    return refused({ code: 'ofClass' })
  }
  const parsed = parametersOf(request, operation)
  if (!parsed.ok) return parsed.error
  const { parameters, query } = parsed.value
  const asked: PageAsked = {
    request,
    session,
    query,
    address: visitors.addressOf(request.raw),
    player: player.value,
    body: body.value,
    // Few operations want it, and each request of it listens to the connection.
    get signal() {
      return closingOf(reply)
    },
  }
  const waitMs = operation.charge?.(asked, dependencies) ?? 0
  return waitMs > 0 ? tooMany(waitMs) : operation.handle(parameters, asked, dependencies)
}

function isForOwnPages({ asker }: Pick<PageOperation<never>, 'asker'>): boolean {
  return asker === 'ownPage' || asker === 'ownPlayer'
}

function bodyOf(
  request: FastifyRequest,
  { body }: Pick<PageOperation<never>, 'body'>,
): Result<unknown, PageRefused> {
  if (body === undefined) return ok(undefined)
  const parsed = z.safeParse(body.schema, request.body)
  return parsed.success ? ok(parsed.data) : err(refused({ code: 'badRequest' }))
}

async function playerOf(
  { token }: SessionCookie,
  { asker }: Pick<PageOperation<never>, 'asker'>,
  { players, now }: SessionDependencies,
): Promise<Result<PlayerCard | undefined, PageRefused>> {
  if (asker === 'anyone' || asker === 'ownPage') return ok(undefined)
  const player = await players.recognise(token, now())
  return player === undefined && asker !== 'visitor' ? err(SIGNED_OUT) : ok(player)
}

interface Parsed {
  readonly parameters: Parameters
  readonly query: unknown
}

function parametersOf(
  request: FastifyRequest,
  { path, parameters = {}, query }: Pick<PageOperation<never>, 'path' | 'parameters' | 'query'>,
): Result<Parsed, PageRefused> {
  const inPath: Readonly<Record<string, unknown>> = Object(request.params)
  const inQuery: Record<string, unknown> = { ...Object(request.query) }
  const values: Record<string, unknown> = {}
  for (const [name, { schema, refusal = 'badRequest' }] of Object.entries(parameters)) {
    const isOfPath = isInPath({ path }, name)
    const parsed = z.safeParse(schema, (isOfPath ? inPath : inQuery)[name])
    if (!parsed.success) return err(refused({ code: refusal }))
    values[name] = parsed.data
    if (!isOfPath) delete inQuery[name]
  }
  const others = query && z.safeParse(query, inQuery)
  if (others?.success === false) return err(refused({ code: 'badRequest' }))
  return ok({ parameters: values, query: others?.data })
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, cache }: Pick<PageOperation<never>, 'answer' | 'cache'>,
  outcome: PageOutcome,
): FastifyReply | Promise<FastifyReply> {
  if (outcome.kind === 'notFound') {
    reply.callNotFound()
    return reply
  }
  if (outcome.headers !== undefined) reply.headers(outcome.headers)
  if (outcome.kind === 'refused') return sendRefused(reply, outcome)
  if (outcome.kind === 'redirect') return reply.redirect(outcome.to, outcome.status)
  if (cache !== undefined && cache !== 'never') reply.header('Cache-Control', cache)
  if (outcome.status !== undefined) reply.code(outcome.status)
  switch (outcome.kind) {
    case 'json':
      return reply.send(outcome.value)
    case 'file':
      if (outcome.helmet !== undefined) reply.helmet(outcome.helmet)
      return reply.type(outcome.type ?? answer.type).send(outcome.content)
    case 'stream':
      return reply.type(answer.type).send(Readable.from(outcome.chunks))
    case 'packed':
      return sendPacked(request, reply.type(answer.type), outcome.pages, outcome.wish)
    default:
      return unreachable(outcome)
  }
}

function sendRefused(reply: FastifyReply, { refusal, status }: PageRefused): FastifyReply {
  const { code, retryAfterMs } = refusal
  if (code === 'tooMany') return refuseForNow(reply, retryAfterMs ?? 0)
  return refuse(reply, status ?? STATUSES[code], refusal)
}
