import { type Signal, signal } from '@preact/signals'
import { type Arrival, createArrival } from '../lobby/arrival.ts'
import { createHeldChallenge, type HeldChallenge } from '../lobby/held-challenge.ts'
import { createLastSearch } from '../lobby/last-search.ts'
import { createOwnChallenges, type OwnChallenges } from '../lobby/own-challenges.ts'
import { type Connection, connect } from '../online/connection.ts'
import { createLastRunning } from '../online/last-running.ts'
import { createOwnGames, type OwnGames } from '../online/own-games.ts'
import { fetchGames } from '../online/past-games.ts'

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

/** The clock and the storages of the device that goes online. */
export interface OnlineDevice {
  readonly now: () => number
  readonly deviceStorage: () => Storage
  readonly tabStorage: () => Storage
}

/** Opens the connection to the server, and follows our games and challenges over it. */
export function goOnline(device: OnlineDevice): Online {
  return onlineBy(connect(device.now), device)
}

/** Our games and challenges, followed over an existing connection. */
export function onlineBy(
  connection: Connection,
  { deviceStorage, tabStorage }: Omit<OnlineDevice, 'now'>,
): Online {
  const ownGames = createOwnGames(connection, {
    lastRunning: createLastRunning(deviceStorage),
    fetchGames,
  })
  return {
    connection,
    ownGames,
    ownChallenges: createOwnChallenges(connection, createLastSearch(tabStorage)),
    arrival: createArrival(connection, ownGames),
    heldChallenge: createHeldChallenge(connection),
    isSignedOut: signal(false),
  }
}
