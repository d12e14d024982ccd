import {
  type GameId,
  GRAPH_POINTS,
  gameEventSchema,
  type PlayerId,
  PROFILE_MATCHES,
  type Profile,
  type RatingChange,
  type Speed,
  type Tallies,
} from '@hokito/protocol'
import { byColor, type Color, opposite } from '@hokito/rules'
import type { Kysely, Selectable } from 'kysely'
import { credentialsNamed } from '../players/credentials.ts'
import { parseJson } from '../store/json.ts'
import type { RatingChangesTable, Tables } from '../store/schema.ts'
import { cardOf } from './rating.ts'
import { ratingAt } from './store-ratings.ts'

/** Reads what everybody may see of ratings and how they came about. */
export class Profiles {
  readonly #db: Kysely<Tables>
  readonly #now: () => number

  constructor(db: Kysely<Tables>, now: () => number) {
    this.#db = db
    this.#now = now
  }

  /** What the match that ended with a game has changed; nothing where it is not rated. */
  async changesOf(game: GameId): Promise<readonly RatingChange[]> {
    const rows = await this.#db
      .selectFrom('ratingChanges')
      .innerJoin('games', 'games.key', 'ratingChanges.game')
      .selectAll('ratingChanges')
      .where('games.id', '=', game)
      .orderBy('ratingChanges.color')
      .execute()
    return rows.map((row) => ({
      player: row.player,
      speed: row.speed,
      before: beforeOf(row),
      after: cardOf(row),
      expected: row.expected,
      scored: row.scored,
    }))
  }

  /** What everybody may see of whoever has an account under a name; undefined where nobody has. */
  async profile(name: string): Promise<Profile | undefined> {
    const found = await credentialsNamed(this.#db, name)
    if (found === undefined) return undefined
    const rows = await this.#db
      .selectFrom('ratings')
      .selectAll()
      .where('player', '=', found.player)
      .orderBy('matches', 'desc')
      .execute()
    const speeds: Profile['speeds'] = await inTurn(rows, async (row) => ({
      speed: row.speed,
      rating: cardOf(ratingAt(row, this.#now())),
      matches: row.matches,
      ...(await this.#tallies(row.player, row.speed)),
      graph: await this.#graph(row.player, row.speed),
    }))
    const matches = await this.#latest(found.player)
    return { name: found.name, since: found.createdAt, speeds, matches }
  }

  async #graph(player: PlayerId, speed: Speed) {
    const rows = await this.#db
      .selectFrom('ratingChanges')
      .select(['at', 'rating'])
      .where('player', '=', player)
      .where('speed', '=', speed)
      .orderBy('event', 'desc')
      .limit(GRAPH_POINTS)
      .execute()
    return rows.toReversed().map(({ at, rating }) => ({ at, value: Math.round(rating) }))
  }

  async #tallies(player: PlayerId, speed: Speed) {
    const rows = await this.#db
      .selectFrom('ratingChanges')
      .select((row) => ['color', 'firstWinner', 'winner', row.fn.countAll().as('count')])
      .where('player', '=', player)
      .where('speed', '=', speed)
      .groupBy(['color', 'firstWinner', 'winner'])
      .execute()
    const tallies = byColor(() => ({ won: 0, drawn: 0, lost: 0 }))
    for (const { color, firstWinner, winner, count } of rows) {
      // Named by the colours of the second game: in the first it was the other way round.
      tallies[opposite(color)][resultOf(color, firstWinner)] += Number(count)
      tallies[color][resultOf(color, winner)] += Number(count)
    }
    return { asBlack: tallies.black, asWhite: tallies.white }
  }

  async #latest(player: PlayerId): Promise<Profile['matches']> {
    const rows = await this.#db
      .selectFrom('ratingChanges')
      .innerJoin('games', 'games.key', 'ratingChanges.game')
      .innerJoin('events', (join) =>
        join.onRef('events.game', '=', 'games.key').on('events.version', '=', 1),
      )
      .selectAll('ratingChanges')
      .select(['games.id', 'events.eventJson'])
      .where('ratingChanges.player', '=', player)
      .orderBy('event', 'desc')
      .limit(PROFILE_MATCHES)
      .execute()
    return rows.flatMap((row) => {
      const created = gameEventSchema.safeParse(parseJson(row.eventJson)).data
      if (created?.kind !== 'created' || created.match?.first === undefined) return []
      const games: [GameId, GameId] = [created.match.first.game, row.id]
      return {
        games,
        speed: row.speed,
        at: row.at,
        opponent: created.seats[opposite(row.color)].name,
        change: Math.round(row.rating) - Math.round(row.ratingBefore),
        expected: row.expected,
        scored: row.scored,
      }
    })
  }
}

// --- internal ---

function beforeOf({ ratingBefore, deviationBefore, volatility }: Selectable<RatingChangesTable>) {
  return cardOf({ rating: ratingBefore, deviation: deviationBefore, volatility })
}

function resultOf(color: Color, winner: Color | 'draw'): keyof Tallies {
  if (winner === 'draw') return 'drawn'
  return winner === color ? 'won' : 'lost'
}

async function inTurn<T, R>(list: readonly T[], task: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const one of list) done.push(await task(one))
  return done
}
