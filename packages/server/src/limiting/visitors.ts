import type { IncomingMessage } from 'node:http'
import type { PlayerId } from '@hokito/protocol'
import type { Limits } from '../ground/limits.ts'
import { type AddressKey, addressOf, trustIn } from './addresses.ts'
import { Blocks } from './blocks.ts'
import { LongWork } from './long-work.ts'
import { aDay, aMinute, anHour, Rate, times } from './rate.ts'
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
  readonly healthChecks: Rates<AddressKey>
  /** New accounts by address, and passwords and codes that are tried: by address, and by the name as it is compared. */
  readonly signUps: Rates<AddressKey>
  readonly signIns: Rates<AddressKey>
  readonly signInsOfName: Rates<string>
  /** New tournaments, by address. */
  readonly tournaments: Rates<AddressKey>
  /** Letters that are asked for: by address of the visitor, by account, and by whom or where they are to go. */
  readonly mailAsks: Rates<AddressKey>
  readonly mailChanges: Rates<PlayerId>
  readonly mailsTo: Rates<string>
  readonly mailsToDomain: Rates<string>
  /** All of a player's data at once. */
  readonly downloads: Rates<PlayerId>
  /** Looks at one's people, and changes of them: whom one follows and blocks, what one reports. */
  readonly people: Rates<PlayerId>
  readonly peopleChanges: Rates<PlayerId>
  /** Switching notifications of a device on or off. */
  readonly pushChanges: Rates<PlayerId>
  /** All public games of somebody in one file. */
  readonly exports: Rates<AddressKey>
  readonly files: Rates<AddressKey>
  /** What messages cost, by player and by address. */
  readonly players: Rates<PlayerId>
  readonly addresses: Rates<AddressKey>
  /** Thousands of positions that games of the day may be searched again for, by address and by player. */
  readonly dailyAddresses: Rates<AddressKey>
  readonly dailyPlayers: Rates<PlayerId>
  /** What takes longer than one turn of the event loop, asked for by visitors or not. */
  readonly longWork: LongWork
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
    signUps: new Rates(anHour(limits.signUpsPerHour)),
    signIns: new Rates(anHour(limits.signInsPerHour)),
    signInsOfName: new Rates(anHour(limits.signInsOfNamePerHour)),
    tournaments: new Rates(aDay(limits.tournamentsPerDay)),
    mailAsks: new Rates(anHour(limits.mailAsksPerHour)),
    mailChanges: new Rates(anHour(MAIL_CHANGES)),
    mailsTo: new Rates(anHour(MAILS_TO)),
    mailsToDomain: new Rates(anHour(limits.mailsToDomainPerHour)),
    downloads: new Rates(anHour(DOWNLOADS)),
    exports: new Rates(anHour(EXPORTS)),
    people: new Rates(aMinute(PEOPLE_LOOKS)),
    peopleChanges: new Rates(anHour(PEOPLE_CHANGES)),
    pushChanges: new Rates(anHour(PUSH_CHANGES)),
    requests: new Rates(aMinute(limits.requestsPerMinute)),
    healthChecks: new Rates(aMinute(limits.healthChecksPerMinute)),
    files: new Rates(aMinute(limits.filesPerMinute)),
    players: new Rates(times(limits, limits.playerShare)),
    addresses: new Rates(times(limits, limits.addressShare)),
    dailyAddresses: new Rates(anHour(limits.dailyPositionsPerHour / 1000)),
    dailyPlayers: new Rates(anHour(limits.dailyPositionsPerHour / (1000 * PLAYERS_SHARE))),
    longWork: new LongWork(),
    pictures: new Rate(
      { burst: picturesPerSecond, perSecond: picturesPerSecond },
      performance.now(),
    ),
    offenders: new Rates({ burst: OFFENDERS, perSecond: 1 / 60 }),
    blocks: new Blocks(),
  }
}

// --- internal ---

/** A player may have this part of what an address may. */
const PLAYERS_SHARE = 4
/** Every game of somebody is read for one. */
const DOWNLOADS = 3
const EXPORTS = 20
const MAIL_CHANGES = 10
/** Nobody's letter box is filled by us. */
const MAILS_TO = 5
/** A page that is looked at asks four times a minute. */
const PEOPLE_LOOKS = 30
const PEOPLE_CHANGES = 120
/** Ten devices say every few hours that they are still there. */
const PUSH_CHANGES = 60

/** A class in which a few play the fool is not sent home. */
const OFFENDERS = 10
