import type { ChallengeId, PlayerId, RefusalCode, Relation } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { signal } from '@preact/signals'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import type { InviteObstacle } from './friend-challenge.ts'
import { createKeptPress } from './kept-press.ts'
import { fetchRelation } from './people.ts'
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
  const made = signal<ChallengeId | undefined>(undefined)
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
      if (why === undefined) opponent.value = relation.player
    }
  }

  const stop = connection.whenOnline(() => void look())
  return {
    opponent,
    made,
    obstacle,
    /** What was pressed and waits for the server. */
    kept,
    cancel,
    send: async ({ terms, color }: OfferedTerms) => {
      const asked = opponent.peek()
      if (asked === undefined) return
      const wish = { terms, color, isListed: false, opponent: asked }
      const reply = await press({ type: 'challenge', id: newCommandId(randomBytes), ...wish })
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

/** What the server would say to a challenge, where that is known before anything is filled in. */
function refusalBy({ isSelf, hasAccount, isApart }: Relation): RefusalCode | undefined {
  if (isSelf) return 'ownChallenge'
  if (!hasAccount) return 'needsAccount'
  return isApart ? 'blocked' : undefined
}
