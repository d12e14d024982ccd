import type { IncomingMessage } from 'node:http'
import type { PlayerId } from '@hokito/protocol'
import type { Limits } from '../limits.ts'
import { type AddressKey, addressOf, trustIn } from './addresses.ts'
import { Blocks } from './blocks.ts'
import { aDay, aMinute, Rate, times } from './rate.ts'
import { Rates } from './rates.ts'

/** What the server remembers of those who come, so that none of them takes it from the others. */
export interface Visitors {
  /** The key of the address that a request comes from. */
  readonly addressOf: (request: IncomingMessage) => AddressKey
  /** Attempts to open a socket, new guests, and HTTP requests, by address. */
  readonly handshakes: Rates<AddressKey>
  readonly guests: Rates<AddressKey>
  readonly guestsOfDay: Rates<AddressKey>
  readonly requests: Rates<AddressKey>
  readonly files: Rates<AddressKey>
  /** What messages cost, by player and by address. */
  readonly players: Rates<PlayerId>
  readonly addresses: Rates<AddressKey>
  /** Drawing pictures, for all together. */
  readonly pictures: Rate
  /** Blocked players of an address: where they are many, it is the address that is blocked. */
  readonly offenders: Rates<AddressKey>
  readonly blocks: Blocks
}

/** Nobody has come yet. */
export function createVisitors(limits: Limits, proxies: number): Visitors {
  const trust = trustIn(proxies)
  const { picturesPerSecond } = limits
  return {
    addressOf: (request) => addressOf(request, trust),
    handshakes: new Rates(aMinute(limits.handshakesPerMinute)),
    guests: new Rates(aMinute(limits.guestsPerMinute)),
    guestsOfDay: new Rates(aDay(limits.guestsPerDay)),
    requests: new Rates(aMinute(limits.requestsPerMinute)),
    files: new Rates(aMinute(limits.filesPerMinute)),
    players: new Rates(times(limits, limits.playerShare)),
    addresses: new Rates(times(limits, limits.addressShare)),
    pictures: new Rate(
      { burst: picturesPerSecond, perSecond: picturesPerSecond },
      performance.now(),
    ),
    offenders: new Rates({ burst: OFFENDERS, perSecond: 1 / 60 }),
    blocks: new Blocks(),
  }
}

// --- internal ---

/** A class in which a few play the fool is not sent home. */
const OFFENDERS = 10
