/** A message to send. While it waits, a later one with the same key replaces it. */
export interface Job {
  readonly key: string
  /**
   * Sends the message. Resolves with undefined when finished, or with the delay before a retry in
   * milliseconds.
   */
  readonly run: () => Promise<number | undefined>
}

/**
 * The queue for one push service or for the mail server: four sends at a time, a thousand waiting.
 * A service that asks for a retry later is left alone until then. A service that never answers
 * delays only its own queue.
 */
export class Lane {
  readonly #waiting = new Map<string, Attempt>()
  readonly #onLost: () => void
  #running = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /** @param onLost called for each job dropped for lack of room or time */
  constructor(onLost: () => void) {
    this.#onLost = onLost
  }

  get countWaiting(): number {
    return this.#waiting.size
  }

  /** Is no job running or waiting? */
  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0
  }

  add(job: Job): void {
    if (!this.#put({ job, tries: 0 })) this.#onLost()
    this.#work()
  }

  /** Sends nothing more and drops the waiting jobs. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (let left = this.#waiting.size; left > 0; left--) this.#onLost()
    this.#waiting.clear()
  }

  #put(attempt: Attempt): boolean {
    const { key } = attempt.job
    if (this.#isClosed) return false
    if (this.#waiting.size >= MOST_WAITING && !this.#waiting.has(key)) return false
    this.#waiting.set(key, attempt)
    return true
  }

  #work(): void {
    while (this.#running < AT_ONCE && this.#timer === undefined) {
      const [next] = this.#waiting
      if (next === undefined) return
      const [key, attempt] = next
      this.#waiting.delete(key)
      this.#running++
      void this.#run(attempt).finally(() => {
        this.#running--
        this.#work()
      })
    }
  }

  async #run({ job, tries }: Attempt): Promise<void> {
    const afterMs = await job.run()
    if (afterMs === undefined) return
    this.#rest(afterMs)
    // A newer job with the same key replaces this one.
    if (this.#waiting.has(job.key)) return
    if (tries + 1 >= MOST_TRIES || !this.#put({ job, tries: tries + 1 })) this.#onLost()
  }

  /** Pauses the queue for a while. */
  #rest(ms: number): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#work()
      },
      Math.min(Math.max(ms, SHORTEST_REST_MS), LONGEST_REST_MS),
    )
  }
}

// --- internal ---

interface Attempt {
  readonly job: Job
  readonly tries: number
}

const AT_ONCE = 4
const MOST_WAITING = 1000
const MOST_TRIES = 3
const SHORTEST_REST_MS = 1000
const LONGEST_REST_MS = 60_000
