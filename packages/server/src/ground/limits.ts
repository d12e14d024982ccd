import { HOUR_MS } from '@hokito/protocol'
/**
 * The limits of one visitor. Prices are in the units of `socket/prices.ts`: a move costs one.
 * `docs/security.md` says what happens at each limit.
 */
export interface Limits {
  /** The units that a connection may spend in a burst, and regains in a second. */
  readonly burst: number
  readonly perSecond: number
  /** The share of a player on all connections together, as a multiple of one connection's. */
  readonly playerShare: number
  /** The share of an address (IPv6: a /64), behind which a whole school class may sit. */
  readonly addressShare: number
  /** The burst of rate-limit refusals that a connection may cause; one is regained each second. */
  readonly patience: number
  readonly connectionsPerPlayer: number
  /** Sockets of an address. Without a proxy, twice as many TCP connections are allowed. */
  readonly connectionsPerAddress: number
  /** TCP connections in total; fewer if the system allows fewer open files. */
  readonly connections: number
  /** Attempts of an address to open a socket. */
  readonly handshakesPerMinute: number
  /** Bytes of one message. */
  readonly messageBytes: number
  /** Characters sent to a socket that the network has not yet taken. */
  readonly unsentPerSocket: number
  /** The same over all sockets. The sockets with the most are closed first. */
  readonly unsentInAll: number
  /** New players from one address. */
  readonly guestsPerMinute: number
  readonly guestsPerDay: number
  /** New accounts from one address. */
  readonly signUpsPerHour: number
  /** Tournaments made from one address. */
  readonly tournamentsPerDay: number
  /** Attempts with a password or recovery code from one address. */
  readonly signInsPerHour: number
  /** The same for one name, from any address. */
  readonly signInsOfNamePerHour: number
  /** E-mails to confirm addresses or reset passwords, requested from one address. */
  readonly mailAsksPerHour: number
  /**
   * E-mails to confirm addresses of one domain. A domain may belong to one person with a single
   * mailbox, or to a provider with many of our players.
   */
  readonly mailsToDomainPerHour: number
  /**
   * The age in milliseconds that an account needs before it may confirm an address. An account that
   * has finished a game need not wait.
   */
  readonly mailAccountAgeMs: number
  /** HTTP requests to the server's own routes from one address. */
  readonly requestsPerMinute: number
  /** Health checks from one address. They share no limit with other requests. */
  readonly healthChecksPerMinute: number
  /** HTTP requests from one address, including those for files of the site. */
  readonly filesPerMinute: number
  /** Pictures of games drawn for all visitors together. Each delays other work for a while. */
  readonly picturesPerSecond: number
  /**
   * Positions searched again for the games of the day of one address; a quarter of it for one
   * player. All ten levels of a day take six million.
   */
  readonly dailyPositionsPerHour: number
  /** How long an HTTP request may take to arrive. */
  readonly requestMs: number
  /** How long an HTTP connection may stay idle. */
  readonly idleMs: number
  /** Changes of games waiting to be stored. Beyond this, messages are refused. */
  readonly unitsWaiting: number
  /** Games in memory. Beyond this, idle ones are dropped first. */
  readonly gamesLoaded: number
}

export const DEFAULT_LIMITS: Limits = {
  burst: 120,
  perSecond: 10,
  playerShare: 2,
  addressShare: 50,
  patience: 200,
  connectionsPerPlayer: 10,
  connectionsPerAddress: 200,
  connections: 20_000,
  handshakesPerMinute: 600,
  messageBytes: 4096,
  unsentPerSocket: 256_000,
  unsentInAll: 64_000_000,
  guestsPerMinute: 60,
  guestsPerDay: 1000,
  signUpsPerHour: 60,
  tournamentsPerDay: 20,
  signInsPerHour: 120,
  signInsOfNamePerHour: 10,
  mailAsksPerHour: 30,
  mailsToDomainPerHour: 60,
  mailAccountAgeMs: 3 * HOUR_MS,
  requestsPerMinute: 600,
  healthChecksPerMinute: 600,
  filesPerMinute: 6000,
  picturesPerSecond: 10,
  dailyPositionsPerHour: 80_000_000,
  requestMs: 30_000,
  idleMs: 65_000,
  unitsWaiting: 10_000,
  gamesLoaded: 20_000,
}
