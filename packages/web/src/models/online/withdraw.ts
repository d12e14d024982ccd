import type { ChallengeId } from '@hokito/protocol'
import type { Connection } from './connection.ts'
import { createKeptPress, type KeptPress } from './kept-press.ts'

/** Takes back a challenge of ours; nobody who has pressed that wants to be surprised by a game. */
export interface Withdrawal {
  /** What waits for the server; undefined while nothing does. */
  readonly kept: KeptPress['kept']
  /** Comes back when the server has answered, however long that takes. */
  readonly answered: Promise<unknown>
}

/** Withdraws a challenge, also where the server cannot hear it yet, on whatever page of the site we are by then. */
export function withdraw(
  connection: Pick<Connection, 'send' | 'status'>,
  challenge: ChallengeId,
): Withdrawal {
  // One of its own: what else is pressed takes the place of no withdrawal.
  const { kept, press } = createKeptPress(connection)
  return { kept, answered: press({ type: 'withdrawChallenge', challenge }) }
}
