/**
 * The result of an operation on untrusted input: the value, or why there is none. Exceptions are
 * kept for bugs. Every error that a user can cause is returned as a value.
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

/** Closes an exhaustive `switch`: the compiler reports a missing case. Throws if reached. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`)
}
