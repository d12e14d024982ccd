import { type GameView, HOUR_MS, isLive } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import { deadlineOf } from '../game/ending.ts'
import type { LongWork } from '../limiting/long-work.ts'
import type { Games } from '../live/games.ts'
import type { Tables } from '../store/schema.ts'
import type { Notices } from './notices.ts'

/** How long before the deadline players are reminded. The shortest turn has a day. */
export const REMIND_MS = 8 * HOUR_MS

export interface RemindersDependencies {
  readonly db: Kysely<Tables>
  readonly games: Pick<Games, 'openLatest' | 'lookAt'>
  readonly notices: Pick<Notices, 'isOn' | 'remind'>
  readonly now: () => number
  readonly longWork: Pick<LongWork, 'begin'>
}

/**
 * Reminds players of a turn whose time is running out. Stored deadlines, which are never too late,
 * say which games to check. A row records the turn before its reminder is sent, so that each is
 * sent once, on any node, even after a restart.
 */
export class Reminders {
  readonly #dependencies: RemindersDependencies

  constructor(dependencies: RemindersDependencies) {
    this.#dependencies = dependencies
  }

  /** Checks the next games whose time might be running out. */
  async run(): Promise<void> {
    const { notices, now, games, longWork } = this.#dependencies
    if (!notices.isOn) return
    const task = longWork.begin()
    for (const { id, key } of await this.#dueAt(now())) {
      await task.goOn()
      const opened = await games.openLatest(id)
      if (!opened.ok) continue
      const { view } = opened.value.game
      const deadline = deadlineOf(view)
      if (deadline === undefined || isLive(view.terms.timeControl)) continue
      // The stored deadline was too early: correct it, so that the game is not checked again until
      // the deadline is near.
      if (deadline > now() + REMIND_MS) await games.lookAt(id)
      else if (deadline > now() && (await this.#note(key, view, deadline))) notices.remind(view)
    }
  }

  /** Games whose stored deadline is near and that have had no reminder for it. */
  #dueAt(now: number) {
    return (
      this.#dependencies.db
        .selectFrom('deadlines')
        .innerJoin('games', 'games.key', 'deadlines.game')
        .leftJoin('reminders', 'reminders.game', 'deadlines.game')
        .select(['games.id', 'games.key'])
        .where('deadlines.at', '>', now)
        .where('deadlines.at', '<=', now + REMIND_MS)
        // A game with a clock is due within hours of its beginning, and needs no reminder.
        .where('games.createdAt', '<=', now - LEAST_AGE_MS)
        .where('games.damage', 'is', null)
        .where((row) =>
          row.or([
            row('reminders.deadline', 'is', null),
            row('reminders.deadline', '<', row('deadlines.at', '-', MOST_GIVEN_MS)),
          ]),
        )
        .orderBy('deadlines.at')
        .limit(AT_ONCE)
        .execute()
    )
  }

  /**
   * Records a reminder; returns whether it is the first for this turn. Time given back does not
   * make it another turn; a break does.
   */
  async #note(game: number, { moves }: GameView, deadline: number): Promise<boolean> {
    const ply = moves.length
    const noted = await this.#dependencies.db
      .insertInto('reminders')
      .values({ game, ply, deadline })
      .onConflict((conflict) =>
        conflict
          .column('game')
          .doUpdateSet({ ply, deadline })
          .where((row) =>
            row.or([
              row('reminders.ply', '!=', ply),
              row('reminders.deadline', '<', deadline - MOST_GIVEN_MS),
            ]),
          ),
      )
      .returning('game')
      .execute()
    return noted.length > 0
  }
}

// --- internal ---

/** No turn of a correspondence game reaches its last hours sooner. */
const LEAST_AGE_MS = 16 * HOUR_MS
/** The most time a server gives back in all after it was away; the shortest break is a day. */
const MOST_GIVEN_MS = 12 * HOUR_MS
const AT_ONCE = 50
