/**
 * How much one visitor may ask of the server. Prices are in the units of `socket/prices.ts`: a move
 * costs one. What a bound does when it is reached stands in `docs/security.md`.
 */
export interface Limits {
  /** What a connection may spend at once, and what it regains a second. */
  readonly burst: number
  readonly perSecond: number
  /** What a player may spend on all connections together, as a multiple of one connection's. */
  readonly playerShare: number
  /** The same for an address (IPv6: a /64), behind which a whole school class may sit. */
  readonly addressShare: number
  /** Refusals for want of units that a connection may cause at once; one is regained a second. */
  readonly patience: number
  readonly connectionsPerPlayer: number
  /** Sockets of an address; twice as many TCP connections where no proxy stands before the server. */
  readonly connectionsPerAddress: number
  /** TCP connections in all; fewer where the system admits fewer open files. */
  readonly connections: number
  /** Attempts of an address to open a socket. */
  readonly handshakesPerMinute: number
  /** Bytes of one message. */
  readonly messageBytes: number
  /** Characters that were sent to a socket and that the network has not taken. */
  readonly unsentPerSocket: number
  /** The same over all sockets: those with the most are cut off first. */
  readonly unsentInAll: number
  /** New players from one address. */
  readonly guestsPerMinute: number
  readonly guestsPerDay: number
  /** New accounts from one address. */
  readonly signUpsPerHour: number
  /** Tournaments made from one address. */
  readonly tournamentsPerDay: number
  /** Passwords and recovery codes that are tried from one address. */
  readonly signInsPerHour: number
  /** The same for one name, from wherever. */
  readonly signInsOfNamePerHour: number
  /** Letters to confirm addresses and to reset passwords that are asked for from one address. */
  readonly mailAsksPerHour: number
  /**
   * Letters to confirm addresses of one domain: it may be one person's, whose letters all go to one box, or a provider's with
   * many of our players.
   */
  readonly mailsToDomainPerHour: number
  /**
   * How old an account is, in milliseconds, before letters are sent to confirm an address for it. One that has finished a
   * game need not wait.
   */
  readonly mailAccountAgeMs: number
  /** HTTP requests to the server's own routes from one address. */
  readonly requestsPerMinute: number
  /** Looks from one address at whether the server runs: they share nothing with what people ask for. */
  readonly healthChecksPerMinute: number
  /** HTTP requests from one address, those for files of the site among them. */
  readonly filesPerMinute: number
  /** Pictures of games that are drawn for everybody together: each holds up all else for a while. */
  readonly picturesPerSecond: number
  /**
   * Positions that are searched again for the games of the day of one address; a quarter of it for one player. All ten
   * levels of a day take six million.
   */
  readonly dailyPositionsPerHour: number
  /** How long an HTTP request may take to come in. */
  readonly requestMs: number
  /** How long an HTTP connection may stay without anything being read or written. */
  readonly idleMs: number
  /** Changes of games that wait for the disk; beyond these, messages are refused. */
  readonly unitsWaiting: number
  /** Games in memory; beyond these, idle ones are forgotten first. */
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
  mailAccountAgeMs: 3 * 3_600_000,
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
