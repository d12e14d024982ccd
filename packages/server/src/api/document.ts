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
import { type Operation, type Parameter, refusalsOf } from './operation.ts'
import { type ApiRefusalCode, REFUSALS } from './refusal.ts'

/** The beginning of all paths of the API. */
export const API_BASE = '/api/v1'

/** The API as an OpenAPI document, version 3.1. */
export function documentOf(operations: readonly Operation[]) {
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
    paths: pathsOf(operations),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: ABOUT_TOKENS } },
      schemas: Object.fromEntries(
        [...NAMES].map(([schema, name]) => [name, jsonSchemaOf(schema, 'output')]),
      ),
    },
  }
}

/** Is an address part of the API? The router's own errors never reach the API's refusals. */
export function isOfApi(url: string): boolean {
  return url.startsWith(`${API_BASE}/`)
}

/** The rules for all operations. */
export const ABOUT = [
  'Anyone may call the API, from any page; what is somebody’s own needs a token. Fields may be added to answers, but none is removed or changes its meaning.',
  'An address may make 600 requests a minute; costly ones count as several. The `RateLimit` header says how many are left. When there are none, the answer is 429 with `Retry-After`.',
  'A token is made on the page of an account, by whoever has one there, and sent as `Authorization: Bearer`. It is good for what it was made for: `games:read` shows its account’s own games and challenges, `challenges:write` offers and takes games, `games:play` plays them. Cookies count for nothing here.',
  'Every refusal has a body of type `application/problem+json` (RFC 9457), with a `code` that programs can rely on.',
].join('\n\n')

/** The description of tokens in the document. */
const ABOUT_TOKENS = 'A token that was made on the page of an account'

/** Is a parameter part of the path? */
export function isInPath({ path }: Operation, name: string): boolean {
  return path.includes(`{${name}}`)
}

// --- internal ---

function pathsOf(operations: readonly Operation[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const methods = paths[operation.path] ?? {}
    methods[operation.method ?? 'get'] = methodOf(operation)
    paths[operation.path] = methods
  }
  return paths
}

function methodOf(operation: Operation) {
  const { id, group, summary, description, answer, access, body } = operation
  const isRead = operation.method === undefined || operation.method === 'get'
  return {
    operationId: id,
    tags: [group],
    summary,
    ...(description && { description }),
    parameters: Object.entries(operation.parameters).map(([name, parameter]) =>
      parameterOf(operation, name, parameter),
    ),
    ...(access && { security: [{ token: access.scope === undefined ? [] : [access.scope] }] }),
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

function parameterOf(operation: Operation, name: string, parameter: Parameter) {
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
function contentOf({ answer }: Operation) {
  if (answer.schema === undefined) return { type: 'string' }
  const schema = schemaOf(answer.schema, 'output')
  if (answer.type === 'application/json') return schema
  return { type: 'string', contentMediaType: 'application/json', contentSchema: schema }
}

function responsesOf(codes: readonly ApiRefusalCode[]) {
  const statuses = [...new Set(codes.map((code) => REFUSALS[code].status))]
  return Object.fromEntries(
    statuses.map((status) => {
      const titles = new Set(codes.filter((code) => REFUSALS[code].status === status))
      const description = [...titles]
        .map((code) => `${REFUSALS[code].title} (\`${code}\`)`)
        .join('; ')
      const schema = schemaOf(apiRefusalSchema, 'output')
      return [status, { description, content: { 'application/problem+json': { schema } } }]
    }),
  )
}

/** The schemas with names in the document. */
const NAMES: ReadonlyMap<z.ZodMiniType, string> = new Map<z.ZodMiniType, string>([
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

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  const name = NAMES.get(schema)
  return name === undefined ? jsonSchemaOf(schema, io) : { $ref: `#/components/schemas/${name}` }
}

function jsonSchemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
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
