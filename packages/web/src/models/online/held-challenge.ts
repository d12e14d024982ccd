import type { Challenge, ChallengeId } from '@hokito/protocol'
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from './connection.ts'

/** Somebody's invitation to us that is neither taken nor gone: the site leads back to it from other pages. */
export interface HeldChallenge {
  readonly challenge: ReadonlySignal<Challenge | undefined>
  hold(challenge: Challenge): void
  drop(id: ChallengeId): void
}

/** Holds the invitation that was looked at last, or that has come by name; a game that begins by it ends it. */
export function createHeldChallenge(connection: Pick<Connection, 'on' | 'send'>): HeldChallenge {
  const challenge = signal<Challenge | undefined>(undefined)
  const drop = (id: ChallengeId) => {
    if (challenge.peek()?.id === id) challenge.value = undefined
  }
  connection.on('started', (started) => {
    if (started.challenge !== undefined) drop(started.challenge)
  })
  connection.on('challengeGone', (gone) => drop(gone.challenge))
  connection.on('challenged', async (sent) => {
    const reply = await connection.send({ type: 'seeChallenge', challenge: sent.challenge })
    if (reply !== undefined && 'challenge' in reply) challenge.value = reply.challenge
  })
  return {
    challenge,
    hold: (held) => {
      challenge.value = held
    },
    drop,
  }
}
