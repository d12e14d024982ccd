import type { ChallengeId, PlayerId, RefusalCode, Relation } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { signal } from '@preact/signals'
import { newCommandId } from '../online/command-id.ts'
import type { Connection } from '../online/connection.ts'
import { createKeptPress } from '../online/kept-press.ts'
import { fetchPeople, fetchRelation } from '../people/people.ts'
import { fetchProfile } from '../people/ratings.ts'
import type { InviteObstacle } from './friend-challenge.ts'
import { latestChallenge } from './latest-challenge.ts'
import type { OfferedTerms } from './terms-form.ts'

interface AddressedChallengeOptions {
  readonly connection: Pick<Connection, 'send' | 'status' | 'whenOnline'>
  readonly randomBytes: RandomBytes
  /** The name of the only player who may accept it, a person or a bot. */
  readonly to: string
}

/** A challenge for one player only, while its terms are chosen. */
export function createAddressedChallenge({
  connection,
  randomBytes,
  to,
}: AddressedChallengeOptions) {
  /** Undefined until the id of the player with that name is known. */
  const opponent = signal<PlayerId | undefined>(undefined)
  /**
   * The open challenge between the two: ours once it is made, or an earlier one of either player.
   */
  const open = signal<ChallengeId | undefined>(undefined)
  const obstacle = signal<InviteObstacle | undefined>(undefined)
  const { kept, press, cancel } = createKeptPress(connection)

  async function look(): Promise<void> {
    if (opponent.peek() !== undefined) return
    const relation = await fetchRelation(to)
    if (relation === 'unknown') obstacle.value = 'unknownPlayer'
    else if (relation === undefined) obstacle.value = 'unanswered'
    else {
      const why = refusalBy(relation, await asksFreely(to, relation))
      obstacle.value = why && { code: why }
      if (why !== undefined) return
      const { player } = relation
      const own = await latestChallenge(connection, (each) => each.opponent?.id === player)
      open.value = own?.id ?? (await theirs(player))
      opponent.value = player
    }
  }

  const stop = connection.whenOnline(() => void look())
  return {
    opponent,
    open,
    obstacle,
    /** The request that waits for a connection. */
    kept,
    cancel,
    send: async ({ terms, color }: OfferedTerms) => {
      const asked = opponent.peek()
      if (asked === undefined) return
      // The opponent may have challenged us in the meantime: two crossing challenges would confuse
      // both.
      if (connection.status.peek() === 'online') open.value = await theirs(asked)
      if (open.peek() !== undefined) return
      const wish = { terms, color, isListed: false, opponent: asked }
      const reply = await press({ type: 'challenge', id: newCommandId(randomBytes), ...wish })
      obstacle.value = reply?.ok === false ? reply.refusal : undefined
      if (reply?.ok) open.value = reply.challenge.id
    },
    dispose: () => {
      stop()
      cancel()
    },
  }
}

// --- internal ---

/** A player's latest open challenge for us only. */
async function theirs(player: PlayerId): Promise<ChallengeId | undefined> {
  const reply = await fetchPeople()
  return reply?.people?.challenges.find(({ challenger }) => challenger.id === player)?.id
}

/** May the reader challenge this player? Guests may challenge only bots. */
async function asksFreely(name: string, { hasAccount }: Relation): Promise<boolean> {
  if (hasAccount) return true
  const profile = await fetchProfile(name)
  return typeof profile === 'object' && profile.isBot === true
}

/** The server's refusal of a challenge, if it is known before the form is filled in. */
function refusalBy({ isSelf, isApart }: Relation, mayAsk: boolean): RefusalCode | undefined {
  if (isSelf) return 'ownChallenge'
  if (!mayAsk) return 'needsAccount'
  return isApart ? 'blocked' : undefined
}
