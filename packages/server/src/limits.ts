/** How much one visitor may ask of the server: by connection, by player and by address. */
export interface Limits {
  /** Messages at once, and a second after that. */
  readonly burst: number
  readonly perSecond: number
  readonly connectionsPerPlayer: number
  readonly connectionsPerAddress: number
  /** Bytes of one message. */
  readonly messageBytes: number
  /** New players from one address. */
  readonly guestsPerMinute: number
  readonly guestsPerDay: number
  /** HTTP requests to the server's own routes from one address. */
  readonly requestsPerMinute: number
}

export const DEFAULT_LIMITS: Limits = {
  burst: 60,
  perSecond: 10,
  connectionsPerPlayer: 10,
  connectionsPerAddress: 200,
  messageBytes: 4096,
  guestsPerMinute: 60,
  guestsPerDay: 1000,
  requestsPerMinute: 600,
}
