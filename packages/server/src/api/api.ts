import { Readable } from 'node:stream'
import { err, ok, type Result } from '@hokito/rules'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { AccessTokens } from '../accounts/access-tokens.ts'
import { baseOf } from '../ground/origin.ts'
import { closingOf } from '../http/long-answers.ts'
import {
  type ApiAsked,
  type ApiDeclaration,
  type ApiOperation,
  accessOf,
  urlOf,
} from '../http/operation.ts'
import type { ApiOutcome } from '../http/outcome.ts'
import { PackedPages, sendPacked } from '../http/packed-pages.ts'
import { type ApiRefusalCode, type RefusalDetails, STATUSES } from '../http/refusals.ts'
import { LONGEST_ECHO } from '../http/replies.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Players } from '../players/players.ts'
import { API_BASE, documentOf } from './document.ts'
import { API_OPERATIONS, type OperationsDependencies } from './operations.ts'
import { REFERENCE_SHEET, referenceOf, SHEET_PATH } from './reference.ts'
import { refusalOf } from './refusal.ts'

export interface ApiDependencies extends OperationsDependencies {
  readonly players: Players
  readonly tokens: AccessTokens
  readonly visitors: Visitors
  readonly logger: Logger
  /** The address that people open; if absent, the one just requested. */
  readonly publicUrl: string | undefined
}

/** `/api/v1`: the operations for programs, their OpenAPI document, and a reference for people. */
export async function addApi(app: FastifyInstance, dependencies: ApiDependencies): Promise<void> {
  await app.register(
    (api, _, done) => {
      addErrors(api, dependencies)
      addBodies(api)
      api.addHook('onSend', async (_request, reply) => void reply.headers(FOR_ALL))
      for (const operation of API_OPERATIONS) addOperation(api, operation, dependencies)
      addReference(api, dependencies)
      // A browser's preflight asks whether it may send a token, a body or If-None-Match.
      api.options('/*', { onRequest: limited(dependencies, 1) }, async (_request, reply) =>
        reply.code(204).headers(PREFLIGHT).send(),
      )
      done()
    },
    { prefix: API_BASE },
  )
}

/** Refuses a request in the format of the API. */
export function sendRefusal(
  reply: FastifyReply,
  code: ApiRefusalCode,
  details: RefusalDetails = {},
): FastifyReply {
  if (details.retryAfterMs !== undefined) {
    reply.header('Retry-After', Math.ceil(details.retryAfterMs / 1000))
  }
  return reply
    .code(STATUSES[code])
    .headers(FOR_ALL)
    .type('application/problem+json')
    .send(JSON.stringify(refusalOf(code, details)))
}

// --- internal ---

/**
 * Pages of any site may read the answers; cookies are ignored, so no page can read a visitor's
 * data.
 */
const FOR_ALL = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
const PREFLIGHT = {
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match, Last-Event-ID',
  'Access-Control-Allow-Methods': 'GET, POST, PUT',
  'Access-Control-Max-Age': '86400',
}
const BODY_BYTES = 4096
const NO_JSON = `It must be JSON of at most ${BODY_BYTES} bytes, sent as application/json`

function addErrors(api: FastifyInstance, { logger }: ApiDependencies): void {
  api.setErrorHandler<FastifyError>(async (error, request, reply) => {
    if ((error.statusCode ?? 500) < 500) {
      const isOfBody = request.method !== 'GET'
      return sendRefusal(reply, isOfBody ? 'badBody' : 'badParameter', { detail: NO_JSON })
    }
    logger.error({ err: error }, `${request.method} ${request.url.slice(0, LONGEST_ECHO)} failed`)
    return sendRefusal(reply, 'internal')
  })
}

/** Bodies must be JSON; an empty body counts as absent. */
function addBodies(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_BYTES },
    (_, body, done) => {
      try {
        done(null, body === '' ? undefined : JSON.parse(String(body)))
      } catch {
        done(Object.assign(new Error('no JSON'), { statusCode: 400 }))
      }
    },
  )
}

function addReference(api: FastifyInstance, dependencies: ApiDependencies): void {
  const onRequest = limited(dependencies, 1)
  const reference = new PackedPages(({ base = '' }) => referenceOf(API_OPERATIONS, base))
  const packed = new PackedPages()
  const { longWork } = dependencies.visitors
  // Made on the first request: on most servers no program asks for it.
  let made: Promise<string> | undefined
  api.get('/openapi.json', { onRequest }, async (request, reply) => {
    made ??= documentOf(API_OPERATIONS, longWork.begin()).then((one) => JSON.stringify(one))
    const wish = { name: 'document', document: await made, base: undefined }
    return sendPacked(request, reply.type('application/json'), packed, wish)
  })
  api.get('/', { onRequest }, async (request, reply) => {
    const base = baseOf(request, dependencies.publicUrl)
    const wish = { name: 'reference', document: '', base }
    return sendPacked(request, reply.type('text/html; charset=utf-8'), reference, wish)
  })
  api.get(SHEET_PATH.slice(API_BASE.length), { onRequest }, async (request, reply) => {
    reply.type('text/css').header('Cache-Control', 'public, max-age=3600')
    const wish = { name: 'sheet', document: REFERENCE_SHEET, base: undefined }
    return sendPacked(request, reply, packed, wish)
  })
}

/** Charges a request to the rate limit, and reports the rest in headers. */
function limited({ visitors }: ApiDependencies, price: number) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const address = visitors.addressOf(request.raw)
    const waitMs = visitors.requests.take(address, price)
    const { burst, left, fullMs } = visitors.requests.of(address).state(performance.now())
    reply.header('RateLimit-Policy', `"requests";q=${burst};w=60`)
    reply.header('RateLimit', `"requests";r=${Math.floor(left)};t=${Math.ceil(fullMs / 1000)}`)
    if (waitMs === 0) return undefined
    return sendRefusal(reply, 'tooMany', { retryAfterMs: Math.ceil(waitMs) })
  }
}

function addOperation(
  api: FastifyInstance,
  operation: ApiOperation<ApiDependencies>,
  dependencies: ApiDependencies,
): void {
  // Compression would hold events back.
  const isLive = operation.answer.type === 'text/event-stream'
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const admitted = await admit(request, operation, dependencies)
    if (!admitted.ok) return refuseWith(reply, admitted.error)
    const parameters = parametersOf(request, operation)
    if (!parameters.ok) return refuseWith(reply, parameters.error)
    const body = bodyOf(request, operation)
    if (!body.ok) return refuseWith(reply, body.error)
    const asked: ApiAsked = {
      address: dependencies.visitors.addressOf(request.raw),
      signal: closingOf(reply),
      body: body.value,
      ...admitted.value,
    }
    const waitMs = operation.charge?.(asked, dependencies) ?? 0
    if (waitMs > 0) return refuseWith(reply, tooMany(waitMs))
    const outcome = await operation.handle(parameters.value, asked, dependencies)
    return send(request, reply, operation, outcome)
  }
  api.route({
    method: (operation.method ?? 'get').toUpperCase(),
    url: urlOf(operation),
    handler,
    onRequest: limited(dependencies, operation.price),
    bodyLimit: BODY_BYTES,
    ...(isLive && { compress: false as const }),
  })
}

interface Refused {
  readonly code: ApiRefusalCode
  readonly details?: RefusalDetails
}

function refuseWith(reply: FastifyReply, { code, details }: Refused): FastifyReply {
  if (STATUSES[code] === 401) reply.header('WWW-Authenticate', 'Bearer realm="Hokito"')
  return sendRefusal(reply, code, details)
}

/** The bearer of a request's token, if the operation takes one. Cookies are ignored. */
async function admit(
  { headers }: FastifyRequest,
  operation: ApiDeclaration,
  { tokens, now }: ApiDependencies,
): Promise<Result<Pick<ApiAsked, 'bearer' | 'isStillGood'>, Refused>> {
  const access = accessOf(operation)
  const [, text] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (access === undefined) return ok({ bearer: undefined, isStillGood: async () => true })
  if (text === undefined) return err({ code: 'noToken' })
  const bearer = await tokens.recognise(text, now())
  if (bearer === undefined) return err({ code: 'badToken' })
  const { token: scope, isForBots } = access
  if (scope !== 'any' && !bearer.scopes.includes(scope)) {
    return err({ code: 'missingScope', details: { scope } })
  }
  if (isForBots && bearer.player.isBot !== true) return err({ code: 'notABot' })
  const isStillGood = async () => (await tokens.recognise(text, now())) !== undefined
  return ok({ bearer, isStillGood })
}

function parametersOf(
  { query, params }: FastifyRequest,
  operation: ApiDeclaration,
): Result<Record<string, unknown>, Refused> {
  const given: Readonly<Record<string, unknown>> = { ...Object(query), ...Object(params) }
  const parameters: Record<string, unknown> = {}
  for (const parameter of Object.keys(given)) {
    if (Object.hasOwn(operation.parameters, parameter)) continue
    return err(badParameter(parameter, 'There is no such parameter'))
  }
  for (const [parameter, { schema }] of Object.entries(operation.parameters)) {
    const parsed = z.safeParse(schema, given[parameter])
    if (!parsed.success) {
      const isMissing = given[parameter] === undefined
      return err(badParameter(parameter, isMissing ? 'It is missing' : wordsOf(parsed.error)))
    }
    parameters[parameter] = parsed.data
  }
  return ok(parameters)
}

function tooMany(waitMs: number): Refused {
  return { code: 'tooMany', details: { retryAfterMs: Math.ceil(waitMs) } }
}

function badParameter(parameter: string, detail: string): Refused {
  return { code: 'badParameter', details: { parameter, detail } }
}

function bodyOf({ body }: FastifyRequest, operation: ApiDeclaration): Result<unknown, Refused> {
  if (operation.body === undefined) return ok(undefined)
  const parsed = z.safeParse(operation.body.schema, body)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  const where = issue === undefined ? '' : `/${issue.path.map(String).join('/')}: `
  return err({ code: 'badBody', details: { detail: `${where}${wordsOf(parsed.error)}` } })
}

function wordsOf({ issues }: { readonly issues: readonly { readonly message: string }[] }): string {
  return issues.map(({ message }) => message).join('; ')
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer }: ApiDeclaration,
  outcome: ApiOutcome,
): FastifyReply {
  if (outcome.kind === 'refused') return sendRefusal(reply, outcome.code, outcome.details)
  reply.header('Cache-Control', 'no-cache').type(answer.type)
  if (outcome.kind === 'text') return reply.send(outcome.text)
  if (outcome.kind === 'stream') {
    // Tells proxies not to buffer a stream until it ends.
    return reply.header('X-Accel-Buffering', 'no').send(Readable.from(outcome.chunks))
  }
  if (outcome.etag !== undefined) {
    const etag = `"${outcome.etag}"`
    reply.header('ETag', etag)
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  }
  return reply.send(JSON.stringify(answer.schema && z.parse(answer.schema, outcome.value)))
}
