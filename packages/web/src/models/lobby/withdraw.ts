import type { ChallengeId } from '@hokito/protocol'
import type { Connection } from '../online/connection.ts'
import { createKeptPress, type KeptPress } from '../online/kept-press.ts'

/** Withdraws a challenge of ours, so that no game surprises a player who has pressed that. */
export interface Withdrawal {
  /** The request that waits for a connection; undefined if there is none. */
  readonly kept: KeptPress['kept']
  /** Resolves when the server has answered, however long that takes. */
  readonly answered: Promise<unknown>
}

/** Withdraws a challenge on any page of the site, even while the server cannot be reached. */
export function withdraw(
  connection: Pick<Connection, 'send' | 'status'>,
  challenge: ChallengeId,
): Withdrawal {
  // Its own kept press, so that no other press replaces the withdrawal.
  const { kept, press } = createKeptPress(connection)
  return { kept, answered: press({ type: 'withdrawChallenge', challenge }) }
}
