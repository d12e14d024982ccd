import type { Refusal } from '@hokito/protocol'
import type { Connection } from '../online/connection.ts'

/** Takes another name. Returns the refusal, if any; `unanswered` if there was no answer. */
export async function rename(
  { send }: Pick<Connection, 'send'>,
  name: string,
): Promise<Refusal | 'unanswered' | undefined> {
  const reply = await send({ type: 'rename', name })
  if (reply === undefined) return 'unanswered'
  return reply.ok ? undefined : reply.refusal
}
