import type { TokenScope } from '@hokito/protocol'
import type * as z from 'zod/mini'
import type { Bearer } from '../accounts/access-tokens.ts'
import type { AddressKey } from '../limiting/addresses.ts'
import type { ApiRefusalCode, RefusalDetails } from './refusal.ts'

/** What a request comes to. */
export type Outcome =
  /** `etag` changes whenever the value does. */
  | { readonly kind: 'json'; readonly value: unknown; readonly etag?: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Written as it is read, and no faster than it is taken. */
  | { readonly kind: 'stream'; readonly chunks: AsyncIterable<string> }
  | { readonly kind: 'refused'; readonly code: ApiRefusalCode; readonly details?: RefusalDetails }

/** What an operation answers when it goes well. */
export interface Answer {
  readonly type:
    | 'application/json'
    | 'text/plain; charset=utf-8'
    | 'application/x-ndjson'
    | 'text/event-stream'
  readonly description: string
  /** Of JSON the whole, of streams a line or an event. */
  readonly schema?: z.ZodMiniType
}

/** Whose token an operation takes. */
export interface Access {
  /** What the token must be good for; absent, any will do. */
  readonly scope?: TokenScope
  /** Is it only for accounts that are a BOT? */
  readonly isForBots?: true
}

/** What is sent with a request, and an example of it. */
export interface Body {
  readonly schema: z.ZodMiniType
  readonly example: unknown
}

/** How an operation is asked for; those that change nothing by `get`, which is the rule. */
export type Method = 'get' | 'post' | 'put'

/** One thing that programs can ask for. Its route, its checks and its reference are all made from this. */
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
  /** By name, those in the path and those of the query. */
  readonly parameters: Readonly<Record<string, Parameter>>
  /** Absent, anybody may ask. */
  readonly access?: Access
  readonly body?: Body
  readonly answer: Answer
  readonly refusals: readonly ApiRefusalCode[]
  /** As how many requests it counts. */
  readonly price: number
  readonly handle: (parameters: Parameters, asked: Asked) => Promise<Outcome>
}

/** A parameter: what it may be, and what it is in the example. */
export interface Parameter {
  readonly schema: z.ZodMiniType
  readonly description: string
  readonly example?: string
}

/** The parameters of a request, as their schemas gave them. */
export type Parameters = Readonly<Record<string, unknown>>

/** What an operation may know of a request beside its parameters. */
export interface Asked {
  /** From where it comes, as limits count it. */
  readonly address: AddressKey
  /** Ends when whoever asked is gone. */
  readonly signal: AbortSignal
  /** Whose token it was asked with; there wherever an operation takes one. */
  readonly bearer: Bearer | undefined
  /** Is the token still good? */
  readonly isStillGood: () => Promise<boolean>
  /** As its schema gave it; undefined where an operation takes none. */
  readonly body: unknown
}

/** Defines an operation whose handler gets its parameters as their schemas type them. */
export function operation<P extends ParameterTable>(
  definition: Omit<Operation, 'parameters' | 'handle' | 'access' | 'body' | 'method'> & {
    readonly parameters: P
    readonly handle: (parameters: Values<P>, asked: Asked) => Promise<Outcome>
  },
): Operation {
  // Each parameter has been read by its own schema before the handler is called.
  return definition as unknown as Operation
}

/** Defines an operation for whoever has a token. */
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
  // So has the body, and nobody without a good token comes here.
  return definition as unknown as Operation
}

/** What is refused of every operation of a kind, besides what each names itself. */
export function refusalsOf({
  access,
  body,
  refusals,
}: Pick<Operation, 'access' | 'body' | 'refusals'>): readonly ApiRefusalCode[] {
  // A parameter that is not known is refused everywhere.
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
