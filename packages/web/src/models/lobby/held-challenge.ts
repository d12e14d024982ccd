import type { Challenge, ChallengeId } from '@hokito/protocol'
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from '../online/connection.ts'

/**
 * Another player's invitation to us that is still open: other pages of the site lead back to it.
 */
export interface HeldChallenge {
  readonly challenge: ReadonlySignal<Challenge | undefined>
  /** A page may still hold one whose game has just begun; that changes nothing. */
  hold(challenge: Challenge): void
  drop(id: ChallengeId): void
}

/** Holds the invitation opened last, or received by name; a game that begins from it clears it. */
export function createHeldChallenge(connection: Pick<Connection, 'on' | 'send'>): HeldChallenge {
  const challenge = signal<Challenge | undefined>(undefined)
  const drop = (id: ChallengeId) => {
    if (challenge.peek()?.id === id) challenge.value = undefined
  }
  let over: ChallengeId | undefined
  const end = (id: ChallengeId) => {
    over = id
    drop(id)
  }
  connection.on('started', (started) => {
    if (started.challenge !== undefined) end(started.challenge)
  })
  connection.on('challengeGone', (gone) => end(gone.challenge))
  connection.on('challenged', async (sent) => {
    const reply = await connection.send({ type: 'seeChallenge', challenge: sent.challenge })
    if (reply !== undefined && 'challenge' in reply) challenge.value = reply.challenge
  })
  return {
    challenge,
    hold: (held) => {
      if (held.id !== over) challenge.value = held
    },
    drop,
  }
}
