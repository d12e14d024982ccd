import type { Challenge } from '@hokito/protocol'
import type { Connection } from '../online/connection.ts'

/** The latest matching challenge of ours that is open; undefined if there is none, or no answer. */
export async function latestChallenge(
  { send }: Pick<Connection, 'send'>,
  isWanted: (challenge: Challenge) => boolean,
): Promise<Challenge | undefined> {
  const reply = await send({ type: 'myChallenges' })
  return reply?.ok ? reply.challenges.findLast(isWanted) : undefined
}
