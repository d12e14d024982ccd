import * as z from 'zod/mini'

/**
 * Raised when a message changes its meaning. The server asks a page with an older version to
 * reload.
 */
export const PROTOCOL_VERSION = 4

/**
 * The version in a `welcome`. It reads as little of the message as possible, because in a later
 * version everything else may have changed. Undefined if the message names none.
 */
export function protocolOf(welcome: unknown): number | undefined {
  return versionedSchema.safeParse(welcome).data?.protocol
}

// --- internal ---

const versionedSchema = z.looseObject({ protocol: z.int() })
