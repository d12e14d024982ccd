import type { Challenge, ChallengeId, Refusal } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { signal } from '@preact/signals'
import { newCommandId } from '../online/command-id.ts'
import type { Connection } from '../online/connection.ts'
import { createKeptPress } from '../online/kept-press.ts'
import { latestChallenge } from './latest-challenge.ts'
import type { OfferedTerms } from './terms-form.ts'

interface FriendChallengeOptions {
  readonly connection: Pick<Connection, 'send' | 'status' | 'whenOnline'>
  readonly randomBytes: RandomBytes
}

/**
 * Why there is no invitation: no player has that name, there was no answer, or the server's
 * refusal.
 */
export type InviteObstacle = Refusal | 'unknownPlayer' | 'unanswered'

/**
 * An invitation for anyone who gets the link, while its terms are chosen; one that is open already
 * is found instead.
 */
export function createFriendChallenge({ connection, randomBytes }: FriendChallengeOptions) {
  const made = signal<ChallengeId | undefined>(undefined)
  const obstacle = signal<InviteObstacle | undefined>(undefined)
  const { kept, press, cancel } = createKeptPress(connection)

  async function look(): Promise<void> {
    const open = await latestChallenge(connection, isByLink)
    if (open !== undefined) made.value = open.id
  }

  const stop = connection.whenOnline(() => void look())
  return {
    made,
    obstacle,
    /** The request that waits for a connection. */
    kept,
    cancel,
    make: async ({ terms, color }: OfferedTerms) => {
      const id = newCommandId(randomBytes)
      const reply = await press({ type: 'challenge', id, terms, color, isListed: false })
      obstacle.value = reply?.ok === false ? reply.refusal : undefined
      if (reply?.ok) made.value = reply.challenge.id
    },
    dispose: () => {
      stop()
      cancel()
    },
  }
}

// --- internal ---

/** Can it be reached only by its link? */
function isByLink({ isListed, opponent }: Challenge): boolean {
  return !isListed && opponent === undefined
}
