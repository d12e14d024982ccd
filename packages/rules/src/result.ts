/**
 * What an operation on untrusted input gives back: the value, or why there is none.
 * Exceptions are kept for bugs; everything a user can cause comes back as an error value.
 */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

/** The success half of a {@link Result}. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

/** The failure half of a {@link Result}. */
export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error }
}

/** Closes an exhaustive `switch`: the compiler complains when a case is missing. Throws if reached. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`)
}
