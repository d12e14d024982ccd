import {
  type GameId,
  type GameView,
  PHRASES,
  type Phrase,
  type PlayerId,
  TALK_SHOWN,
  type Written,
} from '@hokito/protocol'
import type { Color } from '@hokito/rules'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { Database } from '../store/database.ts'
import { parseJson } from '../store/json.ts'
import type { Tables } from '../store/schema.ts'
import { SharedCommits } from '../store/shared-commits.ts'

/** The most stored messages of a game, phrases and own words together. */
export const MOST_SAYINGS = 400

const saidSchema = z.strictObject({
  by: z.enum(['black', 'white']),
  at: z.int(),
  phrase: z.optional(z.enum(PHRASES)),
  words: z.optional(z.string()),
})
/** A message in a game, as attached to a report. */
export type Said = Readonly<z.infer<typeof saidSchema>>

/** Reads the messages attached to a report. Returns none if they are unreadable. */
export function parseSaid(json: string): readonly Said[] {
  return z.array(saidSchema).safeParse(parseJson(json)).data ?? []
}

/** The messages of games, kept for a while. */
export class Sayings {
  readonly #database: Database
  readonly #commits: SharedCommits
  #waiting = 0

  constructor(database: Database) {
    this.#database = database
    this.#commits = new SharedCommits(database)
  }

  /** Stores a phrase, unless too many are being stored or the game already has too many. */
  async keepPhrase(game: GameId, player: PlayerId, phrase: Phrase, at: number): Promise<void> {
    if (this.#waiting >= MOST_WAITING) return
    this.#waiting++
    try {
      await this.#keep({ game, player, at, phrase, words: null })
    } finally {
      this.#waiting--
    }
  }

  /**
   * Stores a written message. Returns the number of earlier messages; undefined if there are too
   * many.
   */
  keepWords(
    game: GameId,
    player: PlayerId,
    words: string,
    at: number,
  ): Promise<number | undefined> {
    return this.#keep({ game, player, at, phrase: null, words })
  }

  /** The latest written messages of a game, oldest first. */
  async writtenIn({ id, seats }: GameView): Promise<Written[]> {
    const rows = await this.#database.db
      .selectFrom('sayings')
      .select(['key', 'player', 'at', 'words'])
      .where('game', '=', id)
      .where('words', 'is not', null)
      .orderBy('key', 'desc')
      .limit(TALK_SHOWN)
      .execute()
    return rows.toReversed().map(({ key, player, at, words }) => ({
      n: key,
      color: colorIn(seats, player),
      at,
      words: words ?? '',
    }))
  }

  #keep(row: {
    readonly game: GameId
    readonly player: PlayerId
    readonly at: number
    readonly phrase: Phrase | null
    readonly words: string | null
  }): Promise<number | undefined> {
    return this.#commits.run(async (transaction) => {
      const { count } = await transaction
        .selectFrom('sayings')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('game', '=', row.game)
        .executeTakeFirstOrThrow()
      if (Number(count) >= MOST_SAYINGS) return undefined
      const { key } = await transaction
        .insertInto('sayings')
        .values(row)
        .returning('key')
        .executeTakeFirstOrThrow()
      return key
    })
  }
}

/** All stored messages of a game, oldest first. */
export async function saidIn(db: Kysely<Tables>, { id, seats }: GameView): Promise<Said[]> {
  const rows = await db
    .selectFrom('sayings')
    .select(['player', 'at', 'phrase', 'words'])
    .where('game', '=', id)
    .orderBy('key')
    .limit(MOST_SAYINGS)
    .execute()
  return rows.map(({ player, at, phrase, words }) => ({
    by: colorIn(seats, player),
    at,
    ...(phrase !== null && { phrase }),
    ...(words !== null && { words }),
  }))
}

// --- internal ---

/** The most phrases waiting to be stored. */
const MOST_WAITING = 500

function colorIn(seats: GameView['seats'], player: PlayerId): Color {
  return seats.black.id === player ? 'black' : 'white'
}
