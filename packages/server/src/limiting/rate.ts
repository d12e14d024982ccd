/** The limits of a token bucket: its size, and how many tokens it regains in a second. */
export interface Allowance {
  readonly burst: number
  readonly perSecond: number
}

/** A rate limit: says whether an action is allowed, or when it will be. */
export class Rate {
  readonly #allowance: Allowance
  #left: number
  #at: number

  /** `now` is in milliseconds, by any clock that does not jump. */
  constructor(allowance: Allowance, now: number) {
    this.#allowance = allowance
    this.#left = allowance.burst
    this.#at = now
  }

  /** Takes `count` tokens. Returns false and takes none if there are too few. */
  take(now: number, count = 1): boolean {
    if (this.waitMs(now, count) > 0) return false
    this.spend(count)
    return true
  }

  /** Takes tokens that {@link waitMs} has just found available. */
  spend(count: number): void {
    this.#left -= Math.min(count, this.#allowance.burst)
  }

  /** The size of the bucket, the tokens left, and the milliseconds until it is full again. */
  state(now: number): { readonly burst: number; readonly left: number; readonly fullMs: number } {
    const { burst } = this.#allowance
    return { burst, fullMs: this.waitMs(now, burst), left: this.#left }
  }

  /** The milliseconds until `count` tokens are available; 0 if they are now. */
  waitMs(now: number, count = 1): number {
    const { burst, perSecond } = this.#allowance
    const regained = (Math.max(0, now - this.#at) / 1000) * perSecond
    this.#left = Math.min(burst, this.#left + regained)
    this.#at = now
    // A price above the size of the bucket costs the whole bucket.
    const missing = Math.min(count, burst) - this.#left
    return missing <= 0 ? 0 : Math.ceil((missing / perSecond) * 1000)
  }
}

/**
 * Takes a price from all of several rates, or from none.
 * @returns 0 if it was taken, otherwise the milliseconds until all of them have it
 */
export function takeFromAll(rates: readonly Rate[], now: number, price: number): number {
  let longest = 0
  for (const rate of rates) longest = Math.max(longest, rate.waitMs(now, price))
  if (longest === 0) for (const rate of rates) rate.spend(price)
  return longest
}

/** An allowance multiplied by a factor. */
export function times({ burst, perSecond }: Allowance, factor: number): Allowance {
  return { burst: burst * factor, perSecond: perSecond * factor }
}

/** `count` a minute, which may come in one burst. */
export function aMinute(count: number): Allowance {
  return { burst: count, perSecond: count / 60 }
}

/** `count` an hour, which may come in one burst. */
export function anHour(count: number): Allowance {
  return { burst: count, perSecond: count / 3600 }
}

/** `count` a day, which may come in one burst. */
export function aDay(count: number): Allowance {
  return { burst: count, perSecond: count / 86_400 }
}
