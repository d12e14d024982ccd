import type { PlayerId, Refusal, Terms } from '@hokito/protocol'
import { type Kept, MEMORY_MS, waitMs } from '../game/fairness.ts'
import type { LeftDeals } from '../store/left-deals.ts'
import type { Journal } from './journal.ts'

/** The parts of the server that fairness works with. */
export interface FairnessDependencies {
  readonly leftDeals: LeftDeals
  readonly journal: Journal
  readonly now: () => number
}

/**
 * Stops players from asking for new deals again and again. A player who leaves a deal gets the same
 * deal again, and has to wait.
 */
export class Fairness {
  readonly #dependencies: FairnessDependencies

  constructor(dependencies: FairnessDependencies) {
    this.#dependencies = dependencies
  }

  /** Why a player may not begin a game that depends on chance yet; undefined if they may. */
  async refusalFor(player: PlayerId): Promise<Refusal | undefined> {
    const { leftDeals, now } = this.#dependencies
    await this.#caughtUp()
    const leavings = await leftDeals.leavingsOf(player, now() - MEMORY_MS)
    const retryAfterMs = waitMs(leavings, now())
    return retryAfterMs > 0 ? { code: 'waitAfterLeaving', retryAfterMs } : undefined
  }

  /**
   * A deal or colours that these two players left and that return in their next game; see
   * {@link Kept}.
   */
  async keptFor({ players, terms, isByLot }: Beginning): Promise<Kept | undefined> {
    const { leftDeals, now } = this.#dependencies
    const setup = terms.setup.kind
    if (setup === 'given' && !isByLot) return undefined
    await this.#caughtUp()
    return leftDeals.openOf({ players, setup, since: now() - MEMORY_MS, needsDeal: !isByLot })
  }

  /**
   * Waits for pending writes, so that a player cannot leave and begin again before the leaving is
   * stored.
   */
  #caughtUp(): Promise<void> {
    return this.#dependencies.journal.written()
  }
}

/** A game that two players are about to begin. */
export interface Beginning {
  readonly players: readonly [PlayerId, PlayerId]
  readonly terms: Terms
  /** Are the colours drawn, rather than chosen? */
  readonly isByLot: boolean
}
