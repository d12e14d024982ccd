import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { HttpRefusal } from '@hokito/protocol'
import type { PackedPages, PageWish } from './packed-pages.ts'
import type { ApiRefusalCode, RefusalDetails } from './refusals.ts'

/** The outcome of a request of the API. */
export type ApiOutcome =
  /** `etag` changes whenever the value does. */
  | { readonly kind: 'json'; readonly value: unknown; readonly etag?: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Written as it is read, and no faster than the client reads it. */
  | { readonly kind: 'stream'; readonly chunks: AsyncIterable<string> }
  | ApiRefused

export interface ApiRefused {
  readonly kind: 'refused'
  readonly code: ApiRefusalCode
  readonly details?: RefusalDetails
}

/** The outcome of a request of our own pages or of anyone. */
export type PageOutcome<Value = unknown> =
  | Answered<Value>
  /** A text or a picture; `type` if it is not that of the declared answer. */
  | (Beside & {
      readonly kind: 'file'
      readonly content: string | Buffer
      readonly type?: string
      /** Its security headers, if they are not the declared ones. */
      readonly helmet?: FastifyHelmetOptions
    })
  /** Written as it is read, and no faster than the client reads it. */
  | (Beside & { readonly kind: 'stream'; readonly chunks: AsyncIterable<string> })
  /** A page in the best encoding that the client accepts. */
  | (Beside & { readonly kind: 'packed'; readonly pages: PackedPages; readonly wish: PageWish })
  | (Beside & { readonly kind: 'redirect'; readonly to: string; readonly status: 301 | 303 })
  /** There is nothing at this address, as if it had no route. */
  | { readonly kind: 'notFound' }
  | PageRefused

/** JSON by the declared schema. */
export interface Answered<Value> extends Beside {
  readonly kind: 'json'
  readonly value: Value
}

export interface PageRefused extends Beside {
  readonly kind: 'refused'
  readonly refusal: HttpRefusal
}

/** What an answer has beside its content. */
interface Beside {
  /** 200 if absent; of a refusal, the usual one of its code. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers JSON. */
export function answered<Value>(value: Value, beside: Beside = {}): Answered<Value> {
  return { kind: 'json', value, ...beside }
}

/** Refuses a request. */
export function refused(refusal: HttpRefusal, beside: Beside = {}): PageRefused {
  return { kind: 'refused', refusal, ...beside }
}

/** Refuses a request because of a rate limit. */
export function tooMany(waitMs: number): PageRefused {
  return refused({ code: 'tooMany', retryAfterMs: waitMs })
}

/** Refuses a request without a player's cookie. */
export const SIGNED_OUT = refused({ code: 'signedOut' })
