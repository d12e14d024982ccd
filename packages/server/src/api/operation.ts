import type { TokenScope } from '@hokito/protocol'
import type * as z from 'zod/mini'
import type { Bearer } from '../accounts/access-tokens.ts'
import type { AddressKey } from '../limiting/addresses.ts'
import type { ApiRefusalCode, RefusalDetails } from './refusal.ts'

/** The outcome of a request. */
export type Outcome =
  /** `etag` changes whenever the value does. */
  | { readonly kind: 'json'; readonly value: unknown; readonly etag?: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Written as it is read, and no faster than the client reads it. */
  | { readonly kind: 'stream'; readonly chunks: AsyncIterable<string> }
  | { readonly kind: 'refused'; readonly code: ApiRefusalCode; readonly details?: RefusalDetails }

/** The successful answer of an operation. */
export interface Answer {
  readonly type:
    | 'application/json'
    | 'text/plain; charset=utf-8'
    | 'application/x-ndjson'
    | 'text/event-stream'
  readonly description: string
  /** For JSON the schema of the whole, for streams that of a line or an event. */
  readonly schema?: z.ZodMiniType
}

/** The token an operation needs. */
export interface Access {
  /** The scope the token must have; any token will do if absent. */
  readonly scope?: TokenScope
  /** Is it only for BOT accounts? */
  readonly isForBots?: true
}

/** The body of a request, and an example of it. */
export interface Body {
  readonly schema: z.ZodMiniType
  readonly example: unknown
}

/** The method of an operation; `get`, the default, changes nothing. */
export type Method = 'get' | 'post' | 'put'

/** An operation of the API. Its route, its checks and its reference are all made from this. */
export interface Operation {
  /** Its name in the document, as programs call it. */
  readonly id: string
  readonly group:
    | 'Games'
    | 'Players'
    | 'Rules'
    | 'Your account'
    | 'Challenges'
    | 'Playing'
    | 'Tournaments'
  readonly method?: Method
  /** Below `/api/v1`, with path parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** By name, both path and query parameters. */
  readonly parameters: Readonly<Record<string, Parameter>>
  /** If absent, no token is needed. */
  readonly access?: Access
  readonly body?: Body
  readonly answer: Answer
  readonly refusals: readonly ApiRefusalCode[]
  /** How many requests it counts as. */
  readonly price: number
  readonly handle: (parameters: Parameters, asked: Asked) => Promise<Outcome>
}

/** A parameter: its schema, and its value in the example. */
export interface Parameter {
  readonly schema: z.ZodMiniType
  readonly description: string
  readonly example?: string
}

/** The parsed parameters of a request. */
export type Parameters = Readonly<Record<string, unknown>>

/** The rest of a request that an operation may use. */
export interface Asked {
  /** The address for rate limits. */
  readonly address: AddressKey
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal
  /** The bearer of the request's token; always given if the operation needs one. */
  readonly bearer: Bearer | undefined
  /** Is the token still valid? */
  readonly isStillGood: () => Promise<boolean>
  /** The parsed body; undefined if an operation takes none. */
  readonly body: unknown
}

/** Defines an operation whose handler gets its parameters with the types of their schemas. */
export function operation<P extends ParameterTable>(
  definition: Omit<Operation, 'parameters' | 'handle' | 'access' | 'body' | 'method'> & {
    readonly parameters: P
    readonly handle: (parameters: Values<P>, asked: Asked) => Promise<Outcome>
  },
): Operation {
  // Each parameter is parsed by its own schema before the handler is called.
  return definition as unknown as Operation
}

/** Defines an operation that needs a token. */
export function ownOperation<P extends ParameterTable, B extends z.ZodMiniType = z.ZodMiniType>(
  definition: Omit<Operation, 'parameters' | 'handle' | 'access' | 'body'> & {
    readonly parameters: P
    readonly access: Access
    readonly body?: { readonly schema: B; readonly example: z.input<B> }
    readonly handle: (
      parameters: Values<P>,
      asked: Asked & { readonly bearer: Bearer; readonly body: z.output<B> },
    ) => Promise<Outcome>
  },
): Operation {
  // The body is parsed too, and requests without a valid token are refused before.
  return definition as unknown as Operation
}

/** The refusals of an operation: those of all operations of its kind, then its own. */
export function refusalsOf({
  access,
  body,
  refusals,
}: Pick<Operation, 'access' | 'body' | 'refusals'>): readonly ApiRefusalCode[] {
  // Every operation refuses unknown parameters.
  const codes: ApiRefusalCode[] = ['badParameter']
  if (body !== undefined) codes.push('badBody')
  if (access !== undefined) codes.push('noToken', 'badToken')
  if (access?.scope !== undefined) codes.push('missingScope')
  if (access?.isForBots) codes.push('notABot')
  return [...codes, ...refusals.filter((code) => !codes.includes(code))]
}

// --- internal ---

type ParameterTable = Readonly<Record<string, Parameter>>
type Values<P extends ParameterTable> = { readonly [K in keyof P]: z.infer<P[K]['schema']> }
