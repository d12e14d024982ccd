import {
  colorOf,
  DAY_MS,
  type GameView,
  type HttpRefusal,
  type PlayerId,
  type ReportReason,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { plainText } from '../ground/plain-text.ts'
import { shownName } from '../players/cards.ts'
import type { Database } from '../store/database.ts'
import { SharedCommits } from '../store/shared-commits.ts'
import { saidIn } from './sayings.ts'

/** A player's report about another player. */
export interface ReportWish {
  readonly reported: PlayerId
  readonly reason: ReportReason
  readonly words: string
  /** The game in which it happened. The reporter had a seat in it. */
  readonly game: GameView | undefined
}

/** Players' reports about each other, for the owner to read. */
export class Reports {
  readonly #database: Database
  readonly #commits: SharedCommits
  readonly #now: () => number

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#commits = new SharedCommits(database)
    this.#now = now
  }

  /**
   * Stores a report with the messages of the game. Limits the reports of a player a day, whomever
   * they concern.
   */
  async add(
    reporter: PlayerId,
    { reported, reason, words, game }: ReportWish,
  ): Promise<Result<void, HttpRefusal>> {
    if (reporter === reported) return err({ code: 'self' })
    if (game !== undefined && !areBothIn(game, reporter, reported)) {
      return err({ code: 'unknownGame' })
    }
    const named = await this.#database.db
      .selectFrom('players')
      .select('name')
      .where('id', '=', reported)
      .executeTakeFirst()
    if (named === undefined) return err({ code: 'unknownPlayer' })
    const at = this.#now()
    return this.#commits.run(async (transaction): Promise<Result<void, HttpRefusal>> => {
      const latest = await transaction
        .selectFrom('reports')
        .select('at')
        .where('reporter', '=', reporter)
        .where('at', '>', at - DAY_MS)
        .orderBy('at', 'desc')
        .limit(MOST_REPORTS)
        .execute()
      const first = latest[MOST_REPORTS - 1]
      if (first !== undefined) {
        return err({ code: 'tooMany', retryAfterMs: Math.max(0, first.at + DAY_MS - at) })
      }
      const said = game === undefined ? [] : await saidIn(transaction, game)
      await transaction
        .insertInto('reports')
        .values({
          reporter,
          reported,
          name: shownName(named.name),
          reason,
          words: plainText(words),
          game: game?.id ?? null,
          saidJson: JSON.stringify(said),
          at,
          closedAt: null,
          answer: null,
        })
        .execute()
      return ok(undefined)
    })
  }
}

// --- internal ---

/** The most reports of a player in a day. */
const MOST_REPORTS = 10

function areBothIn(game: GameView, one: PlayerId, other: PlayerId): boolean {
  return colorOf(game, one) !== undefined && colorOf(game, other) !== undefined
}
