import type { Challenge, ChallengeId } from '@hokito/protocol'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from './connection.ts'
import { withdraw } from './withdraw.ts'

/** What we offer and nobody has taken yet, on whatever page of the site we are. */
export interface OwnChallenges {
  /** The oldest first. */
  readonly open: ReadonlySignal<readonly Challenge[]>
  /** The newest of those that everybody may take: our search for an opponent. */
  readonly search: ReadonlySignal<Challenge | undefined>
  /** The latest that was declined by whom alone it was for, until that is seen. */
  readonly declined: ReadonlySignal<Challenge | undefined>
  /** The player has seen what became of a challenge. */
  see(challenge: ChallengeId): void
  /** Adds one that the server has just confirmed. */
  add(challenge: Challenge): void
  /** Asks for them anew: another page may have made or withdrawn some. */
  refresh(): Promise<void>
  withdraw(challenge: ChallengeId): Promise<void>
}

/** Knows our open challenges as long as the line to the server lives. */
export function createOwnChallenges(
  connection: Pick<Connection, 'send' | 'status' | 'on' | 'whenOnline'>,
): OwnChallenges {
  const open = signal<readonly Challenge[]>([])
  const declined = signal<Challenge | undefined>(undefined)
  /** Withdrawn here, but perhaps not heard by the server yet. */
  const withdrawn = new Set<ChallengeId>()
  /** How often one was added: what was asked for before may not know of it. */
  let additions = 0
  const close = (challenge: ChallengeId) => {
    open.value = open.peek().filter(({ id }) => id !== challenge)
  }
  const refresh = async (): Promise<void> => {
    const before = additions
    const reply = await connection.send({ type: 'myChallenges' })
    if (!reply?.ok) return
    if (additions !== before) return refresh()
    const still = reply.challenges.filter(({ id }) => !withdrawn.has(id))
    if (!isSame(still, open.peek())) open.value = still
  }
  connection.whenOnline(() => void refresh())
  connection.on('started', ({ challenge }) => {
    if (challenge !== undefined) close(challenge)
    // Whoever comes to a game in another way may not be looked for any more.
    void refresh()
  })
  connection.on('challengeGone', ({ challenge, isDeclined }) => {
    if (isDeclined) declined.value = open.peek().find(({ id }) => id === challenge)
    close(challenge)
  })
  return {
    open,
    search: computed(() => open.value.findLast(({ isListed }) => isListed)),
    declined,
    see: (challenge) => {
      if (declined.peek()?.id === challenge) declined.value = undefined
    },
    add: (challenge) => {
      additions++
      open.value = [...open.peek().filter(({ id }) => id !== challenge.id), challenge]
    },
    refresh,
    withdraw: async (challenge) => {
      withdrawn.add(challenge)
      close(challenge)
      await withdraw(connection, challenge).answered
      withdrawn.delete(challenge)
      await refresh()
    },
  }
}

// --- internal ---

/** Challenges never change, but that their maker takes another name, which is ours. */
function isSame(ones: readonly Challenge[], others: readonly Challenge[]): boolean {
  return ones.length === others.length && ones.every(({ id }, place) => id === others[place]?.id)
}
