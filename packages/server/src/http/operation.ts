import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { HttpRefusal, PlayerCard, TokenScope } from '@hokito/protocol'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Bearer } from '../accounts/access-tokens.ts'
import type { AddressKey } from '../limiting/addresses.ts'
import type { ApiOutcome, PageOutcome } from './outcome.ts'
import type { ApiRefusalCode } from './refusals.ts'
import type { SessionCookie } from './session-cookie.ts'

/** Who may send a request. */
export type Asker =
  /** Anyone, from any site. Cookies are ignored. */
  | 'anyone'
  /** Anyone. The answer also depends on the player of the cookie, if there is one. */
  | 'visitor'
  /** The player of the cookie; others are refused. */
  | 'player'
  /** Our own pages, with or without a cookie. Requests from pages of other sites are refused. */
  | 'ownPage'
  /** Our own pages, for the player of the cookie. */
  | 'ownPlayer'
  | Access

/** A program with a token. */
export interface Access {
  /** The scope that the token must have. */
  readonly token: TokenScope | 'any'
  /** Is it only for bot accounts? */
  readonly isForBots?: true
}

/** The method of an operation; `get`, the default, changes nothing. */
export type Method = 'get' | 'post' | 'put'

/** A parameter: its schema, and why a request with a wrong one is refused. */
export interface Parameter {
  readonly schema: Schema
  /** `badRequest` if absent. The API always says `badParameter`. */
  readonly refusal?: HttpRefusal['code']
}

/** A parameter with its description and its value in the example. */
export interface ApiParameter extends Parameter {
  readonly description: string
  readonly example?: string
}

/** The body of a request. */
export interface Body {
  readonly schema: Schema
  /** In the reference. */
  readonly example?: unknown
}

/** The successful answer of an operation. */
export interface Answer<S extends Schema = Schema> {
  /** Its media type. */
  readonly type: string
  /** For JSON the schema of the whole, for streams that of a line or an event. */
  readonly schema?: S
  /** The schemas of JSON with other statuses than 200. */
  readonly others?: Readonly<Record<number, S>>
}

export interface ApiAnswer extends Answer {
  readonly type:
    | 'application/json'
    | 'text/plain; charset=utf-8'
    | 'application/x-ndjson'
    | 'text/event-stream'
  readonly description: string
}

/** What holds for the operations of our own pages, of anyone and of programs. */
export interface Declaration {
  readonly asker: Asker
  readonly method?: Method
  /** With path parameters in braces. */
  readonly path: string
  /** By name, both path and query parameters. They are parsed in this order. */
  readonly parameters?: ParameterTable
  readonly body?: Body
  readonly answer: Answer
  /** How many requests of its address it counts as. */
  readonly price: number
}

/**
 * An operation of the API as its document and its reference show it. Its path is below `/api/v1`.
 */
export interface ApiDeclaration extends Declaration {
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
  readonly asker: 'anyone' | Access
  readonly summary: string
  readonly description?: string
  readonly parameters: Readonly<Record<string, ApiParameter>>
  readonly answer: ApiAnswer
  readonly refusals: readonly ApiRefusalCode[]
}

/** What is special about the operations of our own pages and of anyone. */
interface PageDeclaration extends Declaration {
  readonly asker: Exclude<Asker, Access>
  /** The schema of all other query parameters together, which are ignored without it. */
  readonly query?: Schema
  /** In bytes; the usual limit if absent. */
  readonly bodyLimit?: number
  /**
   * Is it refused to pupils of a class? Their teacher decides on the ways to sign in to the account,
   * and on its end.
   */
  readonly isNotForPupils?: true
  /** Does it take the body of a form, as a text? */
  readonly takesForms?: true
  /** The rate limit that the price is charged to; `requests` if absent. */
  readonly bucket?: 'requests' | 'healthChecks'
  /** `Cache-Control` of its answers; `never` is `no-store`, in refusals too. */
  readonly cache?: string
}

/** An operation of the API. Its route, its checks and its reference are all made from this. */
export type ApiOperation<D> = ApiDeclaration & Handling<Parameters, ApiAsked, D, ApiOutcome>

/** An operation of our own pages or of anyone. Its route and its checks are made from this. */
export type PageOperation<D> = PageDeclaration &
  Serving<D> &
  Handling<Parameters, PageAsked, D, PageOutcome>

/** The parsed parameters of a request. */
export type Parameters = Readonly<Record<string, unknown>>

/** The rest of a request that an operation may use. */
export interface Asked {
  /** The address for rate limits. */
  readonly address: AddressKey
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal
  /** The parsed body; undefined if an operation takes none. */
  readonly body: unknown
}

/** A request of the API. */
export interface ApiAsked extends Asked {
  /** The bearer of the request's token; always given if the operation needs one. */
  readonly bearer: Bearer | undefined
  /** Is the token still valid? */
  readonly isStillGood: () => Promise<boolean>
}

/** A request of our own pages or of anyone. */
export interface PageAsked extends Asked {
  readonly request: FastifyRequest
  /** The parsed query parameters that {@link PageDeclaration.query} is about. */
  readonly query: unknown
  readonly session: SessionCookie
  /** The player of the cookie, if the operation asks for one; always given if it needs one. */
  readonly player: PlayerCard | undefined
}

/**
 * Declares an operation, whose handler gets its parameters, its body and its asker with the types
 * that are declared. One for programs has a name and a description.
 */
export function operation<
  D = unknown,
  A extends 'anyone' | Access = 'anyone',
  P extends Readonly<Record<string, ApiParameter>> = Readonly<Record<string, ApiParameter>>,
  B extends Schema = Schema,
>(
  definition: Omit<ApiDeclaration, 'asker' | 'parameters' | 'body'> & {
    readonly asker: A
    readonly parameters: P
    readonly body?: { readonly schema: B; readonly example: z.input<B> }
  } & Handling<Values<P>, ApiAskedBy<A, B>, D, ApiOutcome>,
): ApiOperation<D>
export function operation<
  D = unknown,
  A extends Exclude<Asker, Access> = 'anyone',
  P extends ParameterTable = ParameterTable,
  B extends Schema = Schema,
  Q extends Schema = Schema,
  S extends Schema = Schema,
>(
  definition: Omit<PageDeclaration, 'asker' | 'parameters' | 'body' | 'query' | 'answer'> & {
    readonly asker: A
    readonly parameters?: P
    readonly body?: { readonly schema: B }
    readonly query?: Q
    readonly answer: Answer<S>
  } & Serving<D> &
    Handling<Values<P>, PageAskedBy<A, B, Q>, D, PageOutcome<z.input<S>>>,
): PageOperation<D>
export function operation(definition: object): object {
  // Everything is parsed and every asker is recognised before the handler is called.
  return definition
}

/** JSON by a schema, and by others where it has another status than 200. */
export function jsonBy<S extends Schema, O extends Schema = never>(
  schema: S,
  others?: Readonly<Record<number, O>>,
): Answer<S | O> {
  return { type: 'application/json', schema, ...(others && { others }) }
}

/** The token that an operation needs; undefined if it needs none. */
export function accessOf({ asker }: Pick<Declaration, 'asker'>): Access | undefined {
  return typeof asker === 'string' ? undefined : asker
}

/** Is a parameter part of the path? */
export function isInPath({ path }: Pick<Declaration, 'path'>, name: string): boolean {
  return path.includes(`{${name}}`)
}

/** The path of an operation as the router writes it. */
export function urlOf({ path }: Pick<Declaration, 'path'>): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

// --- internal ---

type Schema = z.core.$ZodType

/** How an operation handles a request for which everything declared holds. */
interface Handling<P, A, D, O> {
  /** Charges other rate limits than the price; returns 0, or the wait in milliseconds. */
  readonly charge?: (asked: A, dependencies: D) => number
  readonly handle: (parameters: P, asked: A, dependencies: D) => Promise<O>
}

/** How an operation depends on what the server was started with. */
interface Serving<D> {
  /** Is there such a route on this server? Always if absent. */
  readonly isServed?: (dependencies: D) => boolean
  /** The security headers of its answers, if they are not those of all pages. */
  readonly helmet?: (dependencies: D) => FastifyHelmetOptions
}

type ParameterTable = Readonly<Record<string, Parameter>>
type Values<P extends ParameterTable> = { readonly [K in keyof P]: z.output<P[K]['schema']> }

type ApiAskedBy<A, B> = Asked & { readonly body: z.output<B> } & (A extends Access
    ? { readonly bearer: Bearer; readonly isStillGood: () => Promise<boolean> }
    : unknown)

type PageAskedBy<A, B, Q> = Omit<PageAsked, 'player' | 'body' | 'query'> & {
  readonly body: z.output<B>
  readonly query: z.output<Q>
} & (A extends 'player' | 'ownPlayer'
    ? { readonly player: PlayerCard }
    : A extends 'visitor'
      ? { readonly player: PlayerCard | undefined }
      : unknown)
