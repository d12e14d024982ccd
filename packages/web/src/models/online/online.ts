import { type Signal, signal } from '@preact/signals'
import { type Arrival, createArrival } from './arrival.ts'
import { type Connection, connect } from './connection.ts'
import { createHeldChallenge, type HeldChallenge } from './held-challenge.ts'
import { createLastRunning } from './last-running.ts'
import { createLastSearch } from './last-search.ts'
import { createOwnChallenges, type OwnChallenges } from './own-challenges.ts'
import { createOwnGames, type OwnGames } from './own-games.ts'
import { fetchGames } from './past-games.ts'

/** Everything online that is shared by all pages of the site. */
export interface Online {
  readonly connection: Connection
  readonly ownGames: OwnGames
  readonly ownChallenges: OwnChallenges
  readonly arrival: Arrival
  readonly heldChallenge: HeldChallenge
  /** Was our account signed out here from elsewhere, and has the player yet to learn of it? */
  readonly isSignedOut: Signal<boolean>
}

/** Opens the connection to the server, and follows our games and challenges over it. */
export function goOnline(now: () => number): Online {
  return onlineBy(connect(now))
}

/** Our games and challenges, followed over an existing connection. */
export function onlineBy(connection: Connection): Online {
  const ownGames = createOwnGames(connection, {
    lastRunning: createLastRunning(() => localStorage),
    fetchGames,
  })
  return {
    connection,
    ownGames,
    ownChallenges: createOwnChallenges(
      connection,
      createLastSearch(() => sessionStorage),
    ),
    arrival: createArrival(connection, ownGames),
    heldChallenge: createHeldChallenge(connection),
    isSignedOut: signal(false),
  }
}
