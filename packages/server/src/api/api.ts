import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { baseOf } from '../http/origin.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { API_BASE, documentOf } from './document.ts'
import { type GameOperationsDependencies, gameOperations } from './game-operations.ts'
import type { Asked, Operation, Outcome } from './operation.ts'
import { type PlayerOperationsDependencies, playerOperations } from './player-operations.ts'
import { REFERENCE_SHEET, referenceOf, SHEET_PATH } from './reference.ts'
import { type ApiRefusalCode, REFUSALS, type RefusalDetails, refusalOf } from './refusal.ts'
import { rulesOperations } from './rules-operations.ts'

/** What the API for programs needs. */
export interface ApiDependencies extends GameOperationsDependencies, PlayerOperationsDependencies {
  readonly visitors: Visitors
  readonly logger: Logger
  /** The address that people open; absent, the one that they have just asked. */
  readonly publicUrl: string | undefined
}

/** `/api/v1`: the doors for programs, their document, and their reference for people. */
export async function addApi(app: FastifyInstance, dependencies: ApiDependencies): Promise<void> {
  const operations = [
    ...gameOperations(dependencies),
    ...playerOperations(dependencies),
    ...rulesOperations(),
  ]
  await app.register(
    (api, _, done) => {
      addErrors(api, dependencies)
      api.addHook('onSend', async (_request, reply) => void reply.headers(FOR_ALL))
      for (const operation of operations) addOperation(api, operation, dependencies)
      addReference(api, operations, dependencies)
      // A browser asks first whether it may send If-None-Match.
      api.options('/*', { onRequest: limited(dependencies, 1) }, async (_request, reply) =>
        reply.code(204).headers(PREFLIGHT).send(),
      )
      done()
    },
    { prefix: API_BASE },
  )
}

/** Is an address one of the API? What the router itself cannot read never gets to the API's own refusals. */
export function isOfApi(url: string): boolean {
  return url.startsWith(`${API_BASE}/`)
}

/** Refuses a request as the API does. */
export function sendRefusal(
  reply: FastifyReply,
  code: ApiRefusalCode,
  details: RefusalDetails = {},
): FastifyReply {
  if (details.retryAfterMs !== undefined) {
    reply.header('Retry-After', Math.ceil(details.retryAfterMs / 1000))
  }
  return reply
    .code(REFUSALS[code].status)
    .headers(FOR_ALL)
    .type('application/problem+json')
    .send(JSON.stringify(refusalOf(code, details)))
}

// --- internal ---

/** Pages of any site may read the answers; no cookie counts here, so that nobody is read through them. */
const FOR_ALL = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}
const PREFLIGHT = {
  'Access-Control-Allow-Headers': 'If-None-Match, Last-Event-ID',
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Max-Age': '86400',
}
const LONGEST_ECHO = 200

function addErrors(api: FastifyInstance, { logger }: ApiDependencies): void {
  api.setErrorHandler<FastifyError>(async (error, request, reply) => {
    if ((error.statusCode ?? 500) < 500) return sendRefusal(reply, 'badParameter')
    logger.error({ err: error }, `${request.method} ${request.url.slice(0, LONGEST_ECHO)} failed`)
    return sendRefusal(reply, 'internal')
  })
}

function addReference(
  api: FastifyInstance,
  operations: readonly Operation[],
  dependencies: ApiDependencies,
): void {
  const onRequest = limited(dependencies, 1)
  const document = JSON.stringify(documentOf(operations))
  api.get('/openapi.json', { onRequest }, async (_, reply) =>
    reply.type('application/json').send(document),
  )
  api.get('/', { onRequest }, async (request, reply) => {
    const base = baseOf(request, dependencies.publicUrl) ?? ''
    return reply.type('text/html; charset=utf-8').send(referenceOf(operations, base))
  })
  api.get(SHEET_PATH.slice(API_BASE.length), { onRequest }, async (_, reply) =>
    reply.type('text/css').header('Cache-Control', 'public, max-age=3600').send(REFERENCE_SHEET),
  )
}

/** Counts a request, and tells the program how many it has left. */
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
  operation: Operation,
  dependencies: ApiDependencies,
): void {
  const onRequest = limited(dependencies, operation.price)
  const route = operation.path.replace(/\{(\w+)\}/g, ':$1')
  // Packed, events would wait for each other.
  const isLive = operation.answer.type === 'text/event-stream'
  const options = { onRequest, ...(isLive && { compress: false as const }) }
  api.get(route, options, async (request, reply) => {
    const given: Readonly<Record<string, unknown>> = {
      ...Object(request.query),
      ...Object(request.params),
    }
    const parameters: Record<string, unknown> = {}
    for (const parameter of Object.keys(given)) {
      if (Object.hasOwn(operation.parameters, parameter)) continue
      return sendRefusal(reply, 'badParameter', { parameter, detail: 'It is not known here' })
    }
    for (const [parameter, { schema }] of Object.entries(operation.parameters)) {
      const parsed = schema.safeParse(given[parameter])
      if (!parsed.success) {
        const detail = given[parameter] === undefined ? 'It is missing' : wordsOf(parsed.error)
        return sendRefusal(reply, 'badParameter', { parameter, detail })
      }
      parameters[parameter] = parsed.data
    }
    const asked = { address: dependencies.visitors.addressOf(request.raw), signal: signalOf(reply) }
    return send(request, reply, operation, await operation.handle(parameters, asked))
  })
}

function wordsOf({ issues }: { readonly issues: readonly { readonly message: string }[] }): string {
  return issues.map(({ message }) => message).join('; ')
}

/** Ends when the line of a request does, by whichever end. */
function signalOf(reply: FastifyReply): Asked['signal'] {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer }: Operation,
  outcome: Outcome,
): FastifyReply {
  if (outcome.kind === 'refused') return sendRefusal(reply, outcome.code, outcome.details)
  reply.header('Cache-Control', 'no-cache').type(answer.type)
  if (outcome.kind === 'text') return reply.send(outcome.text)
  if (outcome.kind === 'stream') {
    // What stands before the server must not keep a stream back until it has ended.
    return reply.header('X-Accel-Buffering', 'no').send(Readable.from(outcome.chunks))
  }
  if (outcome.etag !== undefined) {
    const etag = `"${outcome.etag}"`
    reply.header('ETag', etag)
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  }
  return reply.send(JSON.stringify(answer.schema?.parse(outcome.value)))
}
