import {
  apiAccountSchema,
  apiChallengeSchema,
  apiEventSchema,
  apiGameSchema,
  apiGamesSchema,
  apiOwnGameSchema,
  apiPlayerSchema,
  apiPositionSchema,
  apiRefusalSchema,
} from '@hokito/protocol/api'
import * as z from 'zod/mini'
import { type ApiDeclaration, type ApiParameter, accessOf, isInPath } from '../http/operation.ts'
import { type ApiRefusalCode, STATUSES } from '../http/refusals.ts'
import type { LongTask } from '../limiting/long-work.ts'
import { TITLES } from './refusal.ts'

/** The beginning of all paths of the API. */
export const API_BASE = '/api/v1'

/**
 * The API as an OpenAPI document, version 3.1.
 * @param task making all schemas takes some 20 ms, so it yields between them
 */
export async function documentOf(operations: readonly ApiDeclaration[], task: LongTask) {
  const schemas: Record<string, object> = {}
  for (const [schema, name] of NAMES) {
    await task.goOn()
    schemas[name] = jsonSchemaOf(schema, 'output')
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hokito',
      version: '1.0.0',
      summary: 'Games, players and rules of Hokito for programs',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API_BASE }],
    security: [],
    tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name })),
    paths: await pathsOf(operations, task),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: ABOUT_TOKENS } },
      schemas,
    },
  }
}

/** Is an address part of the API? The router's own errors never reach the API's refusals. */
export function isOfApi(url: string): boolean {
  return url.startsWith(`${API_BASE}/`)
}

/** The rules for all operations. */
export const ABOUT = [
  'Anyone may call the API, from any page. Private data needs a token. Answers may gain fields, but no field is removed or changes its meaning.',
  'The rate limit of an address is 600 requests a minute. Costly requests count as several. The `RateLimit` header says how many are left. At zero, the answer is 429 with `Retry-After`.',
  'Make a token on your account page, and send it as `Authorization: Bearer`. Its scopes say what it allows: `games:read` reads your own games and challenges, `challenges:write` makes and accepts challenges, `games:play` plays games. Cookies are ignored.',
  'Every refusal has a body of type `application/problem+json` (RFC 9457), with a `code` that programs can rely on.',
].join('\n\n')

/** The description of tokens in the document. */
const ABOUT_TOKENS = 'A token, made on your account page'

/** The refusals of an operation: those of all operations of its kind, then its own. */
export function refusalsOf({
  asker,
  body,
  refusals,
}: Pick<ApiDeclaration, 'asker' | 'body' | 'refusals'>): readonly ApiRefusalCode[] {
  const access = accessOf({ asker })
  // Every operation refuses unknown parameters.
  const codes: ApiRefusalCode[] = ['badParameter']
  if (body !== undefined) codes.push('badBody')
  if (access !== undefined) codes.push('noToken', 'badToken')
  if (access !== undefined && access.token !== 'any') codes.push('missingScope')
  if (access?.isForBots) codes.push('notABot')
  return [...codes, ...refusals.filter((code) => !codes.includes(code))]
}

// --- internal ---

async function pathsOf(operations: readonly ApiDeclaration[], task: LongTask) {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    await task.goOn()
    const methods = paths[operation.path] ?? {}
    methods[operation.method ?? 'get'] = methodOf(operation)
    paths[operation.path] = methods
  }
  return paths
}

function methodOf(operation: ApiDeclaration) {
  const { id, group, summary, description, answer, body } = operation
  const access = accessOf(operation)
  const isRead = operation.method === undefined || operation.method === 'get'
  return {
    operationId: id,
    tags: [group],
    summary,
    ...(description && { description }),
    parameters: Object.entries(operation.parameters).map(([name, parameter]) =>
      parameterOf(operation, name, parameter),
    ),
    ...(access && { security: [{ token: access.token === 'any' ? [] : [access.token] }] }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemaOf(body.schema, 'input'), example: body.example },
        },
      },
    }),
    responses: {
      200: {
        description: answer.description,
        content: { [answer.type]: { schema: contentOf(operation) } },
      },
      ...(answer.type === 'application/json' &&
        isRead && {
          304: {
            description: 'Nothing has changed since the answer whose `ETag` is in `If-None-Match`',
          },
        }),
      ...responsesOf([...refusalsOf(operation), 'tooMany', 'internal']),
    },
  }
}

function parameterOf(operation: ApiDeclaration, name: string, parameter: ApiParameter) {
  const isPath = isInPath(operation, name)
  const { schema, description, example } = parameter
  return {
    name,
    in: isPath ? 'path' : 'query',
    required: isPath || !z.safeParse(schema, undefined).success,
    description,
    schema: schemaOf(schema, 'input'),
    ...(example && { example }),
  }
}

/**
 * A stream is a text: the description explains its lines or events, and the schema covers each of
 * them.
 */
function contentOf({ answer }: ApiDeclaration) {
  if (answer.schema === undefined) return { type: 'string' }
  const schema = schemaOf(answer.schema, 'output')
  if (answer.type === 'application/json') return schema
  return { type: 'string', contentMediaType: 'application/json', contentSchema: schema }
}

function responsesOf(codes: readonly ApiRefusalCode[]) {
  const statuses = [...new Set(codes.map((code) => STATUSES[code]))]
  return Object.fromEntries(
    statuses.map((status) => {
      const titles = new Set(codes.filter((code) => STATUSES[code] === status))
      const description = [...titles].map((code) => `${TITLES[code]} (\`${code}\`)`).join('; ')
      const schema = schemaOf(apiRefusalSchema, 'output')
      return [status, { description, content: { 'application/problem+json': { schema } } }]
    }),
  )
}

/** The schemas with names in the document. */
const NAMES: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [apiAccountSchema, 'Account'],
  [apiGameSchema, 'Game'],
  [apiGamesSchema, 'Games'],
  [apiOwnGameSchema, 'OwnGame'],
  [apiChallengeSchema, 'Challenge'],
  [apiEventSchema, 'Event'],
  [apiPlayerSchema, 'Player'],
  [apiPositionSchema, 'Position'],
  [apiRefusalSchema, 'Refusal'],
])

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output') {
  const name = NAMES.get(schema)
  return name === undefined ? jsonSchemaOf(schema, io) : { $ref: `#/components/schemas/${name}` }
}

function jsonSchemaOf(schema: z.core.$ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // The format says the same in one word.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
      if (jsonSchema.type === 'integer' && jsonSchema.minimum === Number.MIN_SAFE_INTEGER) {
        delete jsonSchema.minimum
        delete jsonSchema.maximum
      }
    },
  })
  return rest
}
