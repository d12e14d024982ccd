import type { Challenge, ChallengeId } from '@hokito/protocol'
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from './connection.ts'

/** What we offer and nobody has taken yet, on whatever page of the site we are. */
export interface OwnChallenges {
  /** The oldest first. */
  readonly open: ReadonlySignal<readonly Challenge[]>
  /** Asks for them anew: another page may have made or withdrawn some. */
  refresh(): Promise<void>
  withdraw(challenge: ChallengeId): Promise<void>
}

/** Knows our open challenges as long as the line to the server lives. */
export function createOwnChallenges(
  connection: Pick<Connection, 'send' | 'on' | 'whenOnline'>,
): OwnChallenges {
  const open = signal<readonly Challenge[]>([])
  const close = (challenge: ChallengeId) => {
    open.value = open.peek().filter(({ id }) => id !== challenge)
  }
  const refresh = async () => {
    const reply = await connection.send({ type: 'myChallenges' })
    if (reply?.ok && !isSame(reply.challenges, open.peek())) open.value = reply.challenges
  }
  connection.whenOnline(() => void refresh())
  connection.on('started', ({ challenge }) => {
    if (challenge !== undefined) close(challenge)
  })
  return {
    open,
    refresh,
    withdraw: async (challenge) => {
      await connection.send({ type: 'withdrawChallenge', challenge })
      await refresh()
    },
  }
}

// --- internal ---

/** Challenges never change, but that their maker takes another name, which is ours. */
function isSame(ones: readonly Challenge[], others: readonly Challenge[]): boolean {
  return ones.length === others.length && ones.every(({ id }, place) => id === others[place]?.id)
}
