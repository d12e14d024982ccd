import * as z from 'zod/mini'

/** Raised when a message changes its meaning; a page older than the server is asked to reload. */
export const PROTOCOL_VERSION = 2

/**
 * The version that a `welcome` names, read from as little of it as possible: in a later version everything
 * else may have changed. Undefined where it names none.
 */
export function protocolOf(welcome: unknown): number | undefined {
  return versionedSchema.safeParse(welcome).data?.protocol
}

// --- internal ---

const versionedSchema = z.looseObject({ protocol: z.int() })
