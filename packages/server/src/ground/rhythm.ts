/**
 * The intervals of the server's background tasks and pauses, in milliseconds. Most tasks scan
 * stored data, so they run no more often than people notice. Callers that wait for the outcome,
 * such as tests, may choose shorter intervals.
 */
export interface Rhythm {
  /** Carries out the owner's orders. */
  readonly ordersMs: number
  /** Continues erasing data of deleted accounts. */
  readonly eraseMs: number
  /** Advances tournaments. */
  readonly tournamentsMs: number
  /** Rereads a tournament while people view it. */
  readonly tournamentsReadMs: number
  /** The pause between the end of a round's last game and the next round of a tournament. */
  readonly roundPauseMs: number
  /** Counts games for the explorer. */
  readonly exploreMs: number
  /** Reminds players whose time for a turn is nearly up. */
  readonly remindMs: number
  /** Sends e-mails about games that are due. */
  readonly lettersMs: number
  /** The time between two moves of an exhibition game between house bots. */
  readonly exhibitionMs: number
}

export const DEFAULT_RHYTHM: Rhythm = {
  ordersMs: 1000,
  eraseMs: 1000,
  tournamentsMs: 1000,
  tournamentsReadMs: 1000,
  roundPauseMs: 60_000,
  exploreMs: 2000,
  remindMs: 5000,
  lettersMs: 5000,
  exhibitionMs: 4000,
}
