import type { Challenge } from '@hokito/protocol'
import type { Connection } from './connection.ts'

/** The latest of our own open challenges of some kind; undefined where there is none, or no answer. */
export async function latestChallenge(
  { send }: Pick<Connection, 'send'>,
  isWanted: (challenge: Challenge) => boolean,
): Promise<Challenge | undefined> {
  const reply = await send({ type: 'myChallenges' })
  return reply?.ok ? reply.challenges.findLast(isWanted) : undefined
}
