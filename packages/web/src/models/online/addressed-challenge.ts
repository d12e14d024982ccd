import type { ChallengeId, PlayerId, RefusalCode, Relation } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { signal } from '@preact/signals'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import type { InviteObstacle } from './friend-challenge.ts'
import { createKeptPress } from './kept-press.ts'
import { latestChallenge } from './latest-challenge.ts'
import { fetchPeople, fetchRelation } from './people.ts'
import type { OfferedTerms } from './terms-form.ts'

interface AddressedChallengeOptions {
  readonly connection: Pick<Connection, 'send' | 'status' | 'whenOnline'>
  readonly randomBytes: RandomBytes
  /** The name of whom alone it is for, a person or a BOT. */
  readonly to: string
}

/** A challenge for one player alone, while its terms are chosen. */
export function createAddressedChallenge({
  connection,
  randomBytes,
  to,
}: AddressedChallengeOptions) {
  /** Undefined until it is known who has that name. */
  const opponent = signal<PlayerId | undefined>(undefined)
  /** The challenge between the two that is open: ours once it is made, or one that was there before, theirs too. */
  const open = signal<ChallengeId | undefined>(undefined)
  const obstacle = signal<InviteObstacle | undefined>(undefined)
  const { kept, press, cancel } = createKeptPress(connection)

  async function look(): Promise<void> {
    if (opponent.peek() !== undefined) return
    const relation = await fetchRelation(to)
    if (relation === 'unknown') obstacle.value = 'unknownPlayer'
    else if (relation === undefined) obstacle.value = 'unanswered'
    else {
      const why = refusalBy(relation)
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
    /** What was pressed and waits for the server. */
    kept,
    cancel,
    send: async ({ terms, color }: OfferedTerms) => {
      const asked = opponent.peek()
      if (asked === undefined) return
      // They may have asked us meanwhile: two challenges that cross would be a riddle to both.
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

/** A player's latest open challenge for us alone. */
async function theirs(player: PlayerId): Promise<ChallengeId | undefined> {
  const reply = await fetchPeople()
  return reply?.people?.challenges.find(({ challenger }) => challenger.id === player)?.id
}

/** What the server would say to a challenge, where that is known before anything is filled in. */
function refusalBy({ isSelf, hasAccount, isApart }: Relation): RefusalCode | undefined {
  if (isSelf) return 'ownChallenge'
  if (!hasAccount) return 'needsAccount'
  return isApart ? 'blocked' : undefined
}
