import * as z from 'zod/mini'

/** A place or a round in an address: digits, from 1. */
export const writtenNumberSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,4}$/)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.int().check(z.positive()),
  ),
)
