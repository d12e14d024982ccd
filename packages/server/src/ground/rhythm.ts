/**
 * How often the server does by itself what nobody waits for at once, and how long it leaves people in between, in
 * milliseconds. Most of it looks through what is stored, so that it is done no more often than people notice; whoever
 * watches for the outcome, as tests do, may have it done more often.
 */
export interface Rhythm {
  /** Does what the owner has ordered. */
  readonly ordersMs: number
  /** Goes on erasing what is left of deleted accounts. */
  readonly eraseMs: number
  /** Takes tournaments on. */
  readonly tournamentsMs: number
  /** Reads a tournament again that somebody looks at. */
  readonly tournamentsReadMs: number
  /** From the end of a round's last game until the next round of a tournament begins. */
  readonly roundPauseMs: number
  /** Counts games for the explorer. */
  readonly exploreMs: number
  /** Reminds players of turns whose time is nearly up. */
  readonly remindMs: number
  /** Sends letters about games that are due. */
  readonly lettersMs: number
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
}
