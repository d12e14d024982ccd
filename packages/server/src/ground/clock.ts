/** The source of a server's time. */
export interface TimeSource {
  /** The wall clock, in milliseconds since 1970. It may be set to anything at any moment. */
  wall(): number
  /** Monotonic milliseconds, which may stand still while the machine sleeps. */
  monotonic(): number
}

export const SYSTEM_TIME: TimeSource = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
}

/** The server's time stood still, or the wall clock jumped. */
export interface Jump {
  /**
   * How long this process could not serve, for example while suspended; 0 if only the wall clock
   * jumped.
   */
  readonly missedMs: number
}

/**
 * The server's clock: the wall clock at the start, and from then on the time in which this process
 * could serve. The wall clock may jump and the process may be suspended. Neither counts as thinking
 * time.
 */
export class ServerClock {
  readonly #source: TimeSource
  /** The difference between this clock and the monotonic clock. */
  #offset: number
  #seenAt: number
  #missedMs = 0
  readonly #isShared: boolean
  #latest = 0

  /**
   * @param isShared whether other nodes use the same wall clock and continue while this one is away
   */
  constructor(source: TimeSource = SYSTEM_TIME, isShared = false) {
    this.#source = source
    this.#isShared = isShared
    this.#seenAt = source.monotonic()
    this.#offset = this.wall() - this.#seenAt
  }

  /**
   * Milliseconds since 1970 by this clock, which never goes back by itself. The first call after an
   * absence notices it, so that no decision uses a time that includes it.
   */
  now(): number {
    if (this.#isShared) return this.#sharedNow()
    const monotonic = this.#source.monotonic()
    const gap = monotonic - this.#seenAt
    this.#seenAt = monotonic
    if (gap > ABSENT_MS) {
      this.#offset -= gap
      this.#missedMs += gap
    }
    return Math.floor(monotonic + this.#offset)
  }

  /** The shared clock. During a small correction it stands still rather than going back. */
  #sharedNow(): number {
    const wall = this.wall()
    this.#latest = Math.abs(this.#latest - wall) > ABSENT_MS ? wall : Math.max(this.#latest, wall)
    return this.#latest
  }

  /** The wall clock. A machine that has lost its time starts in 1970, before any game. */
  wall(): number {
    return Math.max(EARLIEST, Math.floor(this.#source.wall()))
  }

  /** Continues from another instant. The caller ensures that no game is measured by both. */
  set(at: number): void {
    this.#offset += at - this.now()
  }

  /**
   * Checks the clock a few times a second and reports jumps. Returns a function that stops the
   * checks. Earlier jumps do not count, so a slow start delays no game.
   */
  watch(onJump: (jump: Jump) => void): () => void {
    let driftMs = this.wall() - this.now()
    this.#missedMs = 0
    const timer = setInterval(() => {
      const drifted = this.wall() - this.now()
      const missedMs = this.#missedMs
      if (missedMs === 0 && Math.abs(drifted - driftMs) <= ABSENT_MS) return
      this.#missedMs = 0
      driftMs = drifted
      onJump({ missedMs })
    }, BEAT_MS)
    return () => clearInterval(timer)
  }
}

// --- internal ---

const BEAT_MS = 200
/** Longer than a busy server ever needs for one turn, and too short to lose a game by. */
const ABSENT_MS = 1000
/** Earlier than this program, and late enough that no time limit reaches back before 1970. */
const EARLIEST = Date.UTC(2020, 0)
