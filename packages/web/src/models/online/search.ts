import type { Challenge, ChallengeId } from '@hokito/protocol'
import { type Signal, signal } from '@preact/signals'
import type { Connection } from './connection.ts'
import { withdraw } from './withdraw.ts'

/** Our search for an opponent: the challenge for everybody that waits, also while we are elsewhere on the site. */
export interface Search {
  readonly challenge: Signal<Challenge | undefined>
  stop(): Promise<void>
}

/** A search that ends by itself with the challenge: when it is taken, or was lost with the line to the server. */
export function createSearch(
  connection: Pick<Connection, 'send' | 'status' | 'on' | 'whenOnline'>,
): Search {
  const challenge = signal<Challenge | undefined>(undefined)
  const end = (id: ChallengeId) => {
    if (challenge.peek()?.id === id) challenge.value = undefined
  }
  const check = async () => {
    const id = challenge.peek()?.id
    if (id === undefined) return
    const reply = await connection.send({ type: 'seeChallenge', challenge: id })
    if (reply !== undefined && !('challenge' in reply)) end(id)
  }
  connection.on('started', (started) => {
    if (started.challenge !== undefined) end(started.challenge)
    // Whoever comes to a game in another way is not looked for any more.
    void check()
  })
  connection.whenOnline(() => void check())
  return {
    challenge,
    stop: async () => {
      const id = challenge.peek()?.id
      if (id === undefined) return
      end(id)
      await withdraw(connection, id).answered
    },
  }
}
