import type { Refusal } from '@hokito/protocol'
import type { Connection } from '../online/connection.ts'

/** Takes another name. Returns the refusal, if any. */
export async function rename(
  { send }: Pick<Connection, 'send'>,
  name: string,
): Promise<Refusal | undefined> {
  const reply = await send({ type: 'rename', name })
  return reply?.ok === false ? reply.refusal : undefined
}
