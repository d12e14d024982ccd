import type { Refusal } from '@hokito/protocol'
import type { Connection } from '../online/connection.ts'

/** Why a name was not taken; `unanswered` if the server did not answer. */
export type NameRefusal = Refusal | 'unanswered'

/** Takes another name. Undefined if the server has taken it. */
export async function rename(
  { send }: Pick<Connection, 'send'>,
  name: string,
): Promise<NameRefusal | undefined> {
  const reply = await send({ type: 'rename', name })
  if (reply === undefined) return 'unanswered'
  return reply.ok ? undefined : reply.refusal
}
