import { type CommandId, commandIdSchema, formatHex } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'

/** An id for a command that counts once, however often it is sent. */
export function newCommandId(randomBytes: RandomBytes): CommandId {
  return commandIdSchema.parse(formatHex(randomBytes(12)))
}
