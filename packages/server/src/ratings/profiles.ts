import {
  type GameId,
  GRAPH_POINTS,
  gameEventSchema,
  LEADERS,
  type Leaders,
  type PlayerId,
  PROFILE_MATCHES,
  type Profile,
  type RatingChange,
  type Speed,
  type Tallies,
} from '@hokito/protocol'
import { byColor, type Color, opposite } from '@hokito/rules'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { LongWork } from '../limiting/long-work.ts'
import { cardIn } from '../players/cards.ts'
import { credentialsNamed } from '../players/credentials.ts'
import { parseJson } from '../store/json.ts'
import type { RatingChangesTable, Tables } from '../store/schema.ts'
import { cardOf } from './rating.ts'
import { ratingAt } from './store-ratings.ts'

/** Reads what everybody may see of ratings and how they came about. */
export class Profiles {
  readonly #db: Kysely<Tables>
  readonly #now: () => number
  readonly #work: LongWork
  readonly #leaders = new Map<Speed, { readonly at: number; readonly leaders: Leaders }>()

  constructor(db: Kysely<Tables>, now: () => number, work: LongWork) {
    this.#db = db
    this.#now = now
    this.#work = work
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

  /** The strongest at a speed of those whose rating is settled; read once a minute at most. */
  async leaders(speed: Speed): Promise<Leaders> {
    const now = this.#now()
    const known = this.#leaders.get(speed)
    if (known !== undefined && Math.abs(now - known.at) < LEADERS_MS) return known.leaders
    const leaders = { speed, leaders: await this.#readLeaders(speed, now) }
    this.#leaders.set(speed, { at: now, leaders })
    return leaders
  }

  /** A player's ratings as they are now, by speed, the one with the most matches first. */
  async ratingsOf(player: PlayerId) {
    const rows = await this.#db
      .selectFrom('ratings')
      .selectAll()
      .where('player', '=', player)
      .orderBy('matches', 'desc')
      .execute()
    return rows.map((row) => ({
      speed: row.speed,
      rating: cardOf(ratingAt(row, this.#now())),
      matches: row.matches,
    }))
  }

  /** What everybody may see of whoever has an account under a name; undefined where nobody has. */
  async profile(name: string): Promise<Profile | undefined> {
    const found = await credentialsNamed(this.#db, name)
    if (found === undefined) return undefined
    const ratings = await this.ratingsOf(found.player)
    const speeds: Profile['speeds'] = await inTurn(ratings, async (rated) => ({
      ...rated,
      ...(await this.#tallies(found.player, rated.speed)),
      graph: await this.#graph(found.player, rated.speed),
    }))
    const matches = await this.#latest(found.player)
    const isBot = (await cardIn(this.#db, found.player))?.isBot
    return { name: found.name, ...(isBot && { isBot }), since: found.createdAt, speeds, matches }
  }

  /** Goes down the index, past those who have not played for so long that little is known of them any more. */
  async #readLeaders(speed: Speed, now: number): Promise<Leaders['leaders']> {
    const leaders: Leaders['leaders'] = []
    const task = this.#work.begin()
    for (let page = 0; page < LEADERS_PAGES && leaders.length < LEADERS; page++) {
      await task.goOn()
      const rows = await settledIn(this.#db, speed, now)
        .limit(LEADERS)
        .offset(page * LEADERS)
        .execute()
      for (const { name, ...row } of rows) {
        const rating = cardOf(ratingAt(row, now))
        if (!rating.isProvisional) leaders.push({ name, rating, matches: row.matches })
      }
      if (rows.length < LEADERS) break
    }
    return leaders.slice(0, LEADERS)
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
    const tallies = byColor(() => ({ won: 0, drawn: 0, lost: 0 }))
    const task = this.#work.begin()
    for (let after = -1; ; ) {
      await task.goOn()
      const rows = await this.#countsAfter(after, player, speed)
      for (const { color, firstWinner, winner, count } of rows) {
        // Named by the colours of the second game: in the first it was the other way round.
        tallies[opposite(color)][resultOf(color, firstWinner)] += Number(count)
        tallies[color][resultOf(color, winner)] += Number(count)
      }
      after = Math.max(...rows.map(({ last }) => Number(last)))
      const counted = rows.reduce((sum, { count }) => sum + Number(count), 0)
      if (counted < COUNTED_AT_ONCE) return { asBlack: tallies.black, asWhite: tallies.white }
    }
  }

  /** How many of the next changes came from which results. */
  #countsAfter(after: number, player: PlayerId, speed: Speed) {
    const next = this.#db
      .selectFrom('ratingChanges')
      .select(['event', 'color', 'firstWinner', 'winner'])
      .where('player', '=', player)
      .where('speed', '=', speed)
      .where('event', '>', after)
      .orderBy('event')
      .limit(COUNTED_AT_ONCE)
    return this.#db
      .selectFrom(next.as('next'))
      .select((row) => ['color', 'firstWinner', 'winner', row.fn.countAll().as('count')])
      .select(({ fn }) => fn.max('event').as('last'))
      .groupBy(['color', 'firstWinner', 'winner'])
      .execute()
  }

  async #latest(player: PlayerId): Promise<Profile['matches']> {
    const rows = await this.#db
      .selectFrom('ratingChanges')
      .innerJoin('games', 'games.key', 'ratingChanges.game')
      .innerJoin('events', (join) =>
        join.onRef('events.game', '=', 'games.key').on('events.version', '=', 1),
      )
      .leftJoin('players as blacks', 'blacks.id', 'games.black')
      .leftJoin('players as whites', 'whites.id', 'games.white')
      .selectAll('ratingChanges')
      .select(['games.id', 'events.eventJson', 'blacks.name as black', 'whites.name as white'])
      .where('ratingChanges.player', '=', player)
      .orderBy('event', 'desc')
      .limit(PROFILE_MATCHES)
      .execute()
    return rows.flatMap((row) => {
      const created = gameEventSchema.safeParse(parseJson(row.eventJson)).data
      if (created?.kind !== 'created' || created.match?.first === undefined) return []
      const games: [GameId, GameId] = [created.match.first.game, row.id]
      const opponent = created.seats[opposite(row.color)]
      return {
        games,
        speed: row.speed,
        at: row.at,
        // Not the one in the game: that of an account that was deleted is erased a little later.
        opponent: row[opposite(row.color)] ?? opponent.name,
        ...(opponent.isBot && { isOfBot: true as const }),
        change: Math.round(row.rating) - Math.round(row.ratingBefore),
        expected: row.expected,
        scored: row.scored,
      }
    })
  }
}

/**
 * Settled ratings of a speed with the names of those whose they are, the best first; who is kept from playing is not
 * among them.
 */
export function settledIn(db: Kysely<Tables>, speed: Speed, now: number) {
  return (
    db
      .selectFrom('ratings')
      .innerJoin('credentials', 'credentials.player', 'ratings.player')
      .innerJoin('players', 'players.id', 'ratings.player')
      .selectAll('ratings')
      .select('players.name')
      .where('ratings.speed', '=', speed)
      // As it stands in the index, which holds no others.
      .where(sql<boolean>`ratings.deviation < 110`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('limitations')
              .select('limitations.player')
              .whereRef('limitations.player', '=', 'ratings.player')
              .where('limitations.kind', 'in', ['suspend', 'close'])
              .where((row) => row.or([row('until', 'is', null), row('until', '>', now)])),
          ),
        ),
      )
      .orderBy('ratings.rating', 'desc')
  )
}

// --- internal ---

const LEADERS_MS = 60_000
/** Changes that one statement counts: about a millisecond of work. */
const COUNTED_AT_ONCE = 1000
/** So many who have not played for long are passed over at most. */
const LEADERS_PAGES = 20

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
