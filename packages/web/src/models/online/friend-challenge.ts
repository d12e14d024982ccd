import type { Challenge, ChallengeId, PlayerId, Refusal } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { signal } from '@preact/signals'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import { fetchRelation } from './people.ts'
import { FRIENDLY_TERMS, readTermsForm } from './terms-form.ts'

interface FriendChallengeOptions {
  readonly connection: Pick<Connection, 'send' | 'whenOnline'>
  readonly randomBytes: RandomBytes
  /** The name of whom alone it is for, a person or a BOT; absent, for whoever is given the link. */
  readonly to: string | undefined
}

/** Why there is no invitation: nobody has that name, there was no answer, or what the server says. */
export type InviteObstacle = Refusal | 'unknownPlayer' | 'unanswered'

/** Invites a friend on friendly terms, or finds the invitation that is open already; one for somebody is always new. */
export function createFriendChallenge({ connection, randomBytes, to }: FriendChallengeOptions) {
  const made = signal<ChallengeId | undefined>(undefined)
  const obstacle = signal<InviteObstacle | undefined>(undefined)
  // One id: what is sent again after a lost answer counts once.
  const id = newCommandId(randomBytes)

  async function make(): Promise<void> {
    if (made.peek() !== undefined) return
    const open = to === undefined ? await openChallenge(connection) : undefined
    if (open !== undefined) {
      made.value = open.id
      return
    }
    const asked = to === undefined ? undefined : await fetchRelation(to)
    if (asked === 'unknown') obstacle.value = 'unknownPlayer'
    else if (to !== undefined && asked === undefined) obstacle.value = 'unanswered'
    else await offer(asked?.player)
  }

  async function offer(opponent: PlayerId | undefined): Promise<void> {
    const offered = readTermsForm(FRIENDLY_TERMS)
    if (!offered.ok) throw new Error('the friendly terms name no deal')
    const asked = opponent === undefined ? {} : { opponent }
    const reply = await connection.send({ type: 'challenge', id, ...offered.value, ...asked })
    if (reply?.ok) made.value = reply.challenge.id
    else obstacle.value = reply?.refusal
  }

  const stop = connection.whenOnline(() => void make())
  return { made, obstacle, dispose: stop }
}

// --- internal ---

/** The latest of our own challenges that only its link leads to. */
async function openChallenge({ send }: Pick<Connection, 'send'>): Promise<Challenge | undefined> {
  const reply = await send({ type: 'myChallenges' })
  const isByLink = ({ isListed, opponent }: Challenge) => !isListed && opponent === undefined
  return reply?.ok ? reply.challenges.findLast(isByLink) : undefined
}
