import type { IncomingMessage } from 'node:http'
import type { PlayerId } from '@hokito/protocol'
import type { Limits } from '../ground/limits.ts'
import { type AddressKey, addressOf, trustIn } from './addresses.ts'
import { Blocks } from './blocks.ts'
import { LongWork } from './long-work.ts'
import { aDay, aMinute, anHour, Rate, times } from './rate.ts'
import { Rates } from './rates.ts'

/** The rate limits of visitors, which keep one visitor from using up the share of others. */
export interface Visitors {
  /** The key of a request's address. */
  readonly addressOf: (request: IncomingMessage) => AddressKey
  /** Attempts to open a socket, new guests, and HTTP requests, by address. */
  readonly handshakes: Rates<AddressKey>
  readonly guests: Rates<AddressKey>
  readonly guestsOfDay: Rates<AddressKey>
  readonly requests: Rates<AddressKey>
  readonly healthChecks: Rates<AddressKey>
  /**
   * New accounts by address. Attempts with passwords and codes, by address and by the key of the
   * name.
   */
  readonly signUps: Rates<AddressKey>
  readonly signIns: Rates<AddressKey>
  readonly signInsOfName: Rates<string>
  /** New tournaments, by address. */
  readonly tournaments: Rates<AddressKey>
  /**
   * Requested e-mails: by the visitor's address, by account, by recipient and by the recipient's
   * domain.
   */
  readonly mailAsks: Rates<AddressKey>
  readonly mailChanges: Rates<PlayerId>
  readonly mailsTo: Rates<string>
  readonly mailsToDomain: Rates<string>
  /** Downloads of all of a player's data. */
  readonly downloads: Rates<PlayerId>
  /** Views and changes of a player's relations: follows, blocks and reports. */
  readonly people: Rates<PlayerId>
  readonly peopleChanges: Rates<PlayerId>
  /** Searches for names by their first letters. */
  readonly names: Rates<AddressKey>
  /** Changes of a player's studies. A page saves what its player does once a second at most. */
  readonly studyChanges: Rates<PlayerId>
  /** Changes of a teacher's classes, and pupils' accounts and passwords made; a pupil's reports. */
  readonly classChanges: Rates<PlayerId>
  /** Switching notifications of a device on or off. */
  readonly pushChanges: Rates<PlayerId>
  /** Exports of all public games of a player in one file. */
  readonly exports: Rates<AddressKey>
  readonly files: Rates<AddressKey>
  /** The prices of messages, by player and by address. */
  readonly players: Rates<PlayerId>
  readonly addresses: Rates<AddressKey>
  /** Thousands of positions searched again for games of the day, by address and by player. */
  readonly dailyAddresses: Rates<AddressKey>
  readonly dailyPlayers: Rates<PlayerId>
  /** Work longer than one turn of the event loop, for visitors and for the server itself. */
  readonly longWork: LongWork
  /** Pictures drawn, for all visitors together. */
  readonly pictures: Rate
  /** Blocked players of an address. If there are many, the address itself is blocked. */
  readonly offenders: Rates<AddressKey>
  readonly blocks: Blocks
}

/** New limits before the first visitor. */
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
    names: new Rates(aMinute(NAME_SEARCHES)),
    studyChanges: new Rates(aMinute(STUDY_CHANGES)),
    classChanges: new Rates(anHour(CLASS_CHANGES)),
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

/** A player's share of an address's limit. */
const PLAYERS_SHARE = 4
/** Each download reads all games of a player. */
const DOWNLOADS = 3
const EXPORTS = 20
const MAIL_CHANGES = 10
/** Keeps the server from flooding a mailbox. */
const MAILS_TO = 5
/** An open page asks four times a minute. */
const PEOPLE_LOOKS = 30
const PEOPLE_CHANGES = 120
/** A page asks whenever its player pauses in typing. */
const NAME_SEARCHES = 120
const STUDY_CHANGES = 60
/** Two full classes made with new cards for everyone, with some hundred changes. */
const CLASS_CHANGES = 300
/** Ten devices renew their subscription every few hours. */
const PUSH_CHANGES = 60

/** A few misbehaving players do not block a whole class. */
const OFFENDERS = 10
