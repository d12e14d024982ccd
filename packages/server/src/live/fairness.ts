import type { PlayerId, Refusal, Terms } from '@hokito/protocol'
import { type Kept, MEMORY_MS, waitMs } from '../game/fairness.ts'
import type { LeftDeals } from '../store/left-deals.ts'
import type { Journal } from './journal.ts'

/** What fairness needs from the rest of the server. */
export interface FairnessDependencies {
  readonly leftDeals: LeftDeals
  readonly journal: Journal
  readonly now: () => number
}

/** Keeps chance from being asked again and again: who leaves a deal finds it again, and waits. */
export class Fairness {
  readonly #dependencies: FairnessDependencies

  constructor(dependencies: FairnessDependencies) {
    this.#dependencies = dependencies
  }

  /** Why somebody cannot begin a game in which chance has a say; undefined where they can. */
  async refusalFor(player: PlayerId): Promise<Refusal | undefined> {
    const { leftDeals, now } = this.#dependencies
    await this.#caughtUp()
    const leavings = await leftDeals.leavingsOf(player, now() - MEMORY_MS)
    const retryAfterMs = waitMs(leavings, now())
    return retryAfterMs > 0 ? { code: 'waitAfterLeaving', retryAfterMs } : undefined
  }

  /** What two players have left that belongs into their next game; see {@link Kept}. */
  async keptFor({ players, terms, isByLot }: Beginning): Promise<Kept | undefined> {
    const { leftDeals, now } = this.#dependencies
    const setup = terms.setup.kind
    if (setup === 'given' && !isByLot) return undefined
    await this.#caughtUp()
    return leftDeals.openOf({ players, setup, since: now() - MEMORY_MS, needsDeal: !isByLot })
  }

  /** What is on its way to the disk counts: nobody leaves and begins again in between. */
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
