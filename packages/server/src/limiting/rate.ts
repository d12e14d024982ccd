/** So many at once, and so many a second after that. */
export interface Allowance {
  readonly burst: number
  readonly perSecond: number
}

/** Says whether something may be done once more, and when. */
export class Rate {
  readonly #allowance: Allowance
  #left: number
  #at: number

  /** `now` is in milliseconds, of any clock that does not jump. */
  constructor(allowance: Allowance, now: number) {
    this.#allowance = allowance
    this.#left = allowance.burst
    this.#at = now
  }

  /** Takes so many of what is left; false, and takes nothing, when there are not enough. */
  take(now: number, count = 1): boolean {
    if (this.waitMs(now, count) > 0) return false
    this.spend(count)
    return true
  }

  /** Takes so many that {@link waitMs} has just found to be there. */
  spend(count: number): void {
    this.#left -= Math.min(count, this.#allowance.burst)
  }

  /** How many there can be, how many are left, and in how many milliseconds there are all again. */
  state(now: number): { readonly burst: number; readonly left: number; readonly fullMs: number } {
    const { burst } = this.#allowance
    return { burst, fullMs: this.waitMs(now, burst), left: this.#left }
  }

  /** In how many milliseconds so many can be taken; 0 when they can be taken now. */
  waitMs(now: number, count = 1): number {
    const { burst, perSecond } = this.#allowance
    const regained = (Math.max(0, now - this.#at) / 1000) * perSecond
    this.#left = Math.min(burst, this.#left + regained)
    this.#at = now
    // What costs more than there ever is costs all there is.
    const missing = Math.min(count, burst) - this.#left
    return missing <= 0 ? 0 : Math.ceil((missing / perSecond) * 1000)
  }
}

/**
 * Takes a price from all of several rates, or from none.
 * @returns 0 when it was taken, otherwise in how many milliseconds all of them will have it
 */
export function takeFromAll(rates: readonly Rate[], now: number, price: number): number {
  let longest = 0
  for (const rate of rates) longest = Math.max(longest, rate.waitMs(now, price))
  if (longest === 0) for (const rate of rates) rate.spend(price)
  return longest
}

/** An allowance so many times as large. */
export function times({ burst, perSecond }: Allowance, factor: number): Allowance {
  return { burst: burst * factor, perSecond: perSecond * factor }
}

/** So many a minute, all of them at once if need be. */
export function aMinute(count: number): Allowance {
  return { burst: count, perSecond: count / 60 }
}

/** So many an hour, all of them at once if need be. */
export function anHour(count: number): Allowance {
  return { burst: count, perSecond: count / 3600 }
}

/** So many a day, all of them at once if need be. */
export function aDay(count: number): Allowance {
  return { burst: count, perSecond: count / 86_400 }
}
