/** Where a server's time comes from. */
export interface TimeSource {
  /** The wall clock, in milliseconds since 1970. Somebody may set it to anything at any moment. */
  wall(): number
  /** Milliseconds that only go forward; while the machine sleeps they may stand. */
  monotonic(): number
}

export const SYSTEM_TIME: TimeSource = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
}

/** The server's time has stood, or the wall clock has gone another way. */
export interface Jump {
  /** How long this process could serve nobody, as when it was stopped; 0 when only the wall clock jumped. */
  readonly missedMs: number
}

/**
 * The server's clock: the wall clock as it was at the start, and from there on the time in which this
 * process could serve. The wall clock may jump and the process may be stopped: neither is anybody's
 * thinking time.
 */
export class ServerClock {
  readonly #source: TimeSource
  /** What the monotonic clock lacks to this one. */
  #offset: number
  #seenAt: number
  #missedMs = 0
  readonly #isShared: boolean
  #latest = 0

  /** @param isShared whether other nodes serve by the same wall clock, and go on while this one is away */
  constructor(source: TimeSource = SYSTEM_TIME, isShared = false) {
    this.#source = source
    this.#isShared = isShared
    this.#seenAt = source.monotonic()
    this.#offset = this.wall() - this.#seenAt
  }

  /**
   * Milliseconds since 1970 by this clock; it never goes back by itself. Whoever asks first after an
   * absence finds it, so that nothing is decided by a time that includes it.
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

  /** The common clock; for a small correction it stands rather than go back. */
  #sharedNow(): number {
    const wall = this.wall()
    this.#latest = Math.abs(this.#latest - wall) > ABSENT_MS ? wall : Math.max(this.#latest, wall)
    return this.#latest
  }

  /** The wall clock. A machine that has lost its own begins in 1970, which is before any game. */
  wall(): number {
    return Math.max(EARLIEST, Math.floor(this.#source.wall()))
  }

  /** Goes on from another instant. Whoever calls sees to it that no game is measured by both. */
  set(at: number): void {
    this.#offset += at - this.now()
  }

  /**
   * Looks at itself a few times a second and says when it has jumped. Returns what stops that. Jumps from before do
   * not count: a slow start keeps nobody waiting in a game.
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
/** Longer than a busy server ever takes to come round, and too short to lose a game by. */
const ABSENT_MS = 1000
/** Before this program was written, and so late that no time limit reaches back before 1970 from it. */
const EARLIEST = Date.UTC(2020, 0)
