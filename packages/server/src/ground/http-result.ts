import type { HttpRefusal } from '@hokito/protocol'
import type { Result } from '@hokito/rules'

/** What a request over HTTP leads to, or why it is refused. */
export type HttpResult<T> = Promise<Result<T, HttpRefusal>>
