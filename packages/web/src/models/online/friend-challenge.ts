import type { Challenge, ChallengeId, PlayerId, Refusal } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { signal } from '@preact/signals'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import { FRIENDLY_TERMS, readTermsForm } from './terms-form.ts'

interface FriendChallengeOptions {
  readonly connection: Pick<Connection, 'send' | 'whenOnline'>
  readonly randomBytes: RandomBytes
  /** For whom alone it is; absent, for whoever is given the link. */
  readonly to?: string | undefined
  /** The id of the BOT that is asked. */
  readonly bot?: string | undefined
}

/** Invites a friend on friendly terms, or finds the invitation that is open already; one for somebody is always new. */
export function createFriendChallenge({
  connection,
  randomBytes,
  to,
  bot,
}: FriendChallengeOptions) {
  const made = signal<ChallengeId | undefined>(undefined)
  const refused = signal<Refusal | undefined>(undefined)
  // One id: what is sent again after a lost answer counts once.
  const id = newCommandId(randomBytes)

  async function make(): Promise<void> {
    if (made.peek() !== undefined) return
    const isForAny = to === undefined && bot === undefined
    const open = isForAny ? await openChallenge(connection) : undefined
    if (open !== undefined) {
      made.value = open.id
      return
    }
    const offered = readTermsForm(FRIENDLY_TERMS)
    if (!offered.ok) throw new Error('the friendly terms name no deal')
    // From an address: the server says what is no BOT of its.
    const opponent = bot === undefined ? {} : { opponent: bot as PlayerId }
    const reply = await connection.send({ type: 'challenge', id, ...offered.value, ...opponent })
    if (reply?.ok) made.value = reply.challenge.id
    else refused.value = reply?.refusal
  }

  const stop = connection.whenOnline(() => void make())
  return { made, refused, dispose: stop }
}

// --- internal ---

/** The latest of our own challenges that only its link leads to. */
async function openChallenge({ send }: Pick<Connection, 'send'>): Promise<Challenge | undefined> {
  const reply = await send({ type: 'myChallenges' })
  return reply?.ok ? reply.challenges.findLast(({ isListed }) => !isListed) : undefined
}
