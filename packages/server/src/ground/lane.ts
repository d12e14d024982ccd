/** Something to be sent; a later one with the same key takes its place while it waits. */
export interface Job {
  readonly key: string
  /** Sends it. Says undefined when that is done with, or after how long to try again, in milliseconds. */
  readonly run: () => Promise<number | undefined>
}

/**
 * What waits to be sent to one push service, or to the mail server: four at a time, a thousand waiting. One that says
 * to come later is left alone meanwhile; one that never answers holds up nothing but what waits for it.
 */
export class Lane {
  readonly #waiting = new Map<string, Attempt>()
  readonly #onLost: () => void
  #running = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /** @param onLost told of each that is not sent for want of room or time */
  constructor(onLost: () => void) {
    this.#onLost = onLost
  }

  get countWaiting(): number {
    return this.#waiting.size
  }

  /** Is nothing on its way, and nothing waiting? */
  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0
  }

  add(job: Job): void {
    if (!this.#put({ job, tries: 0 })) this.#onLost()
    this.#work()
  }

  /** Sends nothing more: what waits is lost. */
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
    // A newer one about the same says more.
    if (this.#waiting.has(job.key)) return
    if (tries + 1 >= MOST_TRIES || !this.#put({ job, tries: tries + 1 })) this.#onLost()
  }

  /** Leaves the service alone for a while. */
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
