import type * as z from 'zod/mini'
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

/** One thing that programs can ask for. Its route, its checks and its reference are all made from this. */
export interface Operation {
  /** Its name in the document, as programs call it. */
  readonly id: string
  readonly group: 'Games' | 'Players' | 'Rules'
  /** Below `/api/v1`, with path parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** By name, those in the path and those of the query. */
  readonly parameters: Readonly<Record<string, Parameter>>
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
  readonly address: string
  /** Ends when whoever asked is gone. */
  readonly signal: AbortSignal
}

/** Defines an operation whose handler gets its parameters as their schemas type them. */
export function operation<P extends Readonly<Record<string, Parameter>>>(
  definition: Omit<Operation, 'parameters' | 'handle'> & {
    readonly parameters: P
    readonly handle: (
      parameters: { readonly [K in keyof P]: z.infer<P[K]['schema']> },
      asked: Asked,
    ) => Promise<Outcome>
  },
): Operation {
  // Each parameter has been read by its own schema before the handler is called.
  return definition as unknown as Operation
}
