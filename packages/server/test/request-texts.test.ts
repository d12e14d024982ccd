import { clientMessageSchema, passwordSchema } from '@hokito/protocol'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { API_OPERATIONS } from '../src/api/operations.ts'
import type { Declaration } from '../src/http/operation.ts'
import { PAGE_OPERATIONS } from '../src/http/operations.ts'

/** The texts in a schema of what a client sends, and where they stand. */
function* textsIn(
  schema: z.core.$ZodType,
  at: string,
): Generator<readonly [at: string, schema: z.core.$ZodType]> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
    case 'unknown':
      yield [at, schema]
      break
    case 'object':
      for (const [key, each] of Object.entries(def.shape)) yield* textsIn(each, `${at}.${key}`)
      break
    case 'array':
      yield* textsIn(def.element, `${at}[]`)
      break
    case 'union':
      for (const each of def.options) yield* textsIn(each, at)
      break
    case 'optional':
    case 'nullable':
    case 'default':
      yield* textsIn(def.innerType, at)
      break
    case 'pipe':
      yield* textsIn(def.in, at)
      break
    case 'literal':
    case 'enum':
    case 'boolean':
    case 'number':
      break
    default:
      expect.fail(`${at} is of a type that this test does not know: ${def.type}`)
  }
}

function* textsOf(declared: Declaration & { readonly query?: z.core.$ZodType }) {
  const { path, parameters = {}, query, body } = declared
  for (const [name, { schema }] of Object.entries(parameters)) {
    yield* textsIn(schema, `${path} ${name}`)
  }
  if (query !== undefined) yield* textsIn(query, `${path}?`)
  if (body !== undefined) yield* textsIn(body.schema, path)
}

/** Handlers parse these themselves: as ids, numbers, or one of a few words. */
const READ_BY_HANDLERS = [
  '/api/games after',
  '/api/daily/{day} level',
  '/play/{id} id',
  '/picture/game/{file} file',
  '/embed/game/{id} id',
  '/embed/study/{id} id',
  '/embed/study/{id} chapter',
  '/oembed?.format',
]

test('every text of a request is refused or cleaned before it can reach the database', () => {
  const texts = [
    ...textsIn(clientMessageSchema, 'socket'),
    ...[...PAGE_OPERATIONS, ...API_OPERATIONS].flatMap((operation) => [...textsOf(operation)]),
  ]
  const accepting = texts
    .filter(([, schema]) => schema !== passwordSchema)
    .filter(([, schema]) => {
      const parsed = z.safeParse(schema, 'a\u0000b\ud800c')
      return parsed.success && /[\0\p{Cs}]/u.test(String(parsed.data))
    })
  expect(texts.length).toBeGreaterThan(100)
  expect(accepting.map(([at]) => at)).toEqual(READ_BY_HANDLERS)
})
