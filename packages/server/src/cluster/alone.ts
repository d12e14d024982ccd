import type { GameId, GameSummary, PlayerId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { ServerClock } from '../ground/clock.ts'
import type { Games } from '../live/games.ts'
import { writeAliveAt } from '../store/facts.ts'
import type { GameStore } from '../store/game-store.ts'
import type { Tables } from '../store/schema.ts'
import type { SharedTask } from '../store/shared.ts'
import type { Shifts } from '../store/shifts.ts'
import type { OwnNode, World } from './own-node.ts'

export interface AloneDependencies {
  readonly db: Kysely<Tables>
  readonly store: Pick<GameStore, 'dueAt'>
  readonly shifts: Shifts
  readonly clock: ServerClock
  /** Is no one connected? */
  readonly isEmpty: () => boolean
}

/**
 * A server that has its database alone. The database's lock keeps others out, so there is no lease
 * to renew; the stored heartbeat says only when the server was last known to run.
 */
export class Alone implements OwnNode {
  readonly hasOthers = false
  readonly countHeard = 0
  readonly isDeaf = false
  readonly countElsewhere = 0
  readonly sureSince = 0
  readonly #dependencies: AloneDependencies
  #games: Pick<Games, 'whileUnused'> | undefined

  constructor(dependencies: AloneDependencies) {
    this.#dependencies = dependencies
  }

  async start({ games }: Pick<World, 'games'>): Promise<void> {
    this.#games = games
  }

  close(): void {}

  /** No other server can have been running meanwhile. */
  async takeLease(graceMs: number): Promise<number> {
    const { clock, shifts, db } = this.#dependencies
    const fromAt = await shifts.lastAliveAt()
    const aliveAt = clock.now()
    const toAt = aliveAt + graceMs
    if (fromAt === undefined) await writeAliveAt(db, aliveAt)
    else await shifts.add({ fromAt, toAt }, aliveAt)
    return fromAt === undefined ? 0 : toAt - fromAt
  }

  async renewLease(): Promise<void> {
    const { db, clock } = this.#dependencies
    if (!(await this.#takeWallClock())) await writeAliveAt(db, clock.now())
  }

  ensureLease(): undefined {
    return undefined
  }

  async leave(): Promise<void> {
    const { db, clock } = this.#dependencies
    await writeAliveAt(db, clock.now())
  }

  claimDue(now: number, limit: number): Promise<readonly GameId[]> {
    return this.#dependencies.store.dueAt(now, limit)
  }

  unlessOthersDo(_task: SharedTask, run: () => Promise<void>): Promise<void> {
    return run()
  }

  async catchUp(): Promise<void> {}

  async meet(): Promise<void> {}

  follow(): void {}

  unfollow(): void {}

  followed(): undefined {
    return undefined
  }

  homeOf(): undefined {
    return undefined
  }

  ask(): void {}

  async listedGames(): Promise<readonly GameSummary[]> {
    return []
  }

  async findElsewhere(): Promise<ReadonlySet<PlayerId>> {
    return new Set()
  }

  isMaybeElsewhere(): boolean {
    return false
  }

  tellStored(): void {}

  tellChallenges(): void {}

  noteGone(): void {}

  tellPresence(): void {}

  tellSaid(): void {}

  tellWritten(): void {}

  tellStudy(): void {}

  tellPeople(): void {}

  tellRenamed(): void {}

  tellSignedOut(): void {}

  /**
   * Adopts the wall clock when the two clocks are far apart, because the wall clock was corrected
   * or the machine slept. Only while no one is playing, as pages and games measure by the current
   * clock.
   */
  async #takeWallClock(): Promise<boolean> {
    const { clock, shifts, isEmpty } = this.#dependencies
    if (this.#games === undefined || !isEmpty()) return false
    if (Math.abs(clock.wall() - clock.now()) <= MOST_DRIFT_MS) return false
    return this.#games.whileUnused(async () => {
      const toAt = clock.wall()
      await shifts.add({ fromAt: clock.now(), toAt }, toAt)
      clock.set(toAt)
    })
  }
}

// --- internal ---

/** Larger than network time corrections, which happen all the time. */
const MOST_DRIFT_MS = 60_000
