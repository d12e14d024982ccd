import type { Challenge, ChallengeId, Refusal } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { signal } from '@preact/signals'
import { newCommandId } from '../online/command-id.ts'
import type { Connection } from '../online/connection.ts'
import { latestChallenge } from './latest-challenge.ts'
import { friendlyOffer } from './terms-form.ts'

interface FriendChallengeOptions {
  readonly connection: Pick<Connection, 'send' | 'whenOnline'>
  readonly randomBytes: RandomBytes
}

/**
 * Why there is no invitation: no player has that name, there was no answer, or the server's
 * refusal.
 */
export type InviteObstacle = Refusal | 'unknownPlayer' | 'unanswered'

/**
 * Makes an invitation on friendly terms for anyone who gets the link, or finds the one already
 * open.
 */
export function createFriendChallenge({ connection, randomBytes }: FriendChallengeOptions) {
  const made = signal<ChallengeId | undefined>(undefined)
  const obstacle = signal<InviteObstacle | undefined>(undefined)
  // One id, so that a retry after a lost answer counts once.
  const id = newCommandId(randomBytes)

  async function make(): Promise<void> {
    if (made.peek() !== undefined) return
    const open = await latestChallenge(connection, isByLink)
    if (open !== undefined) {
      made.value = open.id
      return
    }
    const reply = await connection.send({ type: 'challenge', id, ...friendlyOffer() })
    if (reply?.ok) made.value = reply.challenge.id
    else obstacle.value = reply?.refusal
  }

  const stop = connection.whenOnline(() => void make())
  return { made, obstacle, dispose: stop }
}

// --- internal ---

/** Can it be reached only by its link? */
function isByLink({ isListed, opponent }: Challenge): boolean {
  return !isListed && opponent === undefined
}
