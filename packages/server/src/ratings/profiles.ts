import {
  type GameId,
  GRAPH_POINTS,
  gameEventSchema,
  graphPointSchema,
  HOUR_MS,
  LEADERS,
  type Leaders,
  leaderSchema,
  type PlayerId,
  PROFILE_MATCHES,
  type Profile,
  profileMatchSchema,
  type RatingChange,
  ratingChangeSchema,
  SPEEDS,
  type Speed,
  type Tallies,
} from '@hokito/protocol'
import { byColor, COLORS, type Color, opposite } from '@hokito/rules'
import { type Kysely, type Selectable, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { LongWork } from '../limiting/long-work.ts'
import { isBarred } from '../players/barred.ts'
import { cardIn } from '../players/cards.ts'
import { confinedAmong, isHidden, publicNamed } from '../players/confinement.ts'
import { datesOf } from '../players/credentials.ts'
import { shownProgressOf } from '../players/shown-progress.ts'
import { parseJson } from '../store/json.ts'
import type { RatingChangesTable } from '../store/rating-tables.ts'
import type { RowName, RowReader, RowSource } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'
import { cardOf } from './rating.ts'
import { isSoundRating, ratingAt } from './store-ratings.ts'

/** Reads public ratings and their history. */
export class Profiles {
  readonly #db: Kysely<Tables>
  readonly #rows: RowReader
  readonly #now: () => number
  readonly #work: LongWork
  readonly #leaders = new LRUCache<Speed, Leaders>({
    max: SPEEDS.length,
    ttl: LEADERS_MS,
    fetchMethod: async (speed) => ({ speed, leaders: await this.#readLeaders(speed) }),
  })
  /** The matches of busy players that are counted already, by player and speed. */
  readonly #counted = new LRUCache<string, Counted>({ max: MOST_COUNTED })

  constructor({ db, rows }: RowSource, now: () => number, work: LongWork) {
    this.#db = db
    this.#rows = rows
    this.#now = now
    this.#work = work
  }

  /** The rating changes of the match that ended with a game; empty if it is unrated. */
  async changesOf(game: GameId): Promise<readonly RatingChange[]> {
    const found = await this.#db
      .selectFrom('ratingChanges')
      .innerJoin('games', 'games.key', 'ratingChanges.game')
      .selectAll('ratingChanges')
      .where('games.id', '=', game)
      .orderBy('ratingChanges.color')
      .execute()
    return found.flatMap((row) => {
      const { player, speed, expected, scored } = row
      const change = { player, speed, before: beforeOf(row), after: cardOf(row), expected, scored }
      return this.#rows.read(ratingChangeSchema, change, changeOf(row)) ?? []
    })
  }

  /** The strongest players at a speed with a settled rating. Read at most once a minute. */
  leaders(speed: Speed): Promise<Leaders> {
    return this.#leaders.forceFetch(speed)
  }

  /** A player's current ratings by speed, the one with the most matches first. */
  async ratingsOf(player: PlayerId) {
    const rows = await this.#db
      .selectFrom('ratings')
      .selectAll()
      .where('player', '=', player)
      .orderBy('matches', 'desc')
      .execute()
    const sound = rows.filter((row) => isSoundRating(this.#rows, row))
    return sound.map((row) => ({
      speed: row.speed,
      rating: cardOf(ratingAt(row, this.#now())),
      matches: row.matches,
    }))
  }

  /** The public profile of the account with this name; undefined if there is none. */
  async profile(name: string): Promise<Profile | undefined> {
    const found = await publicNamed(this.#db, name)
    if (found === undefined) return undefined
    const ratings = await this.ratingsOf(found.player)
    const speeds: Profile['speeds'] = await inTurn(ratings, async (rated) => ({
      ...rated,
      ...(await this.#tallies(found.player, rated.speed)),
      graph: await this.#graph(found.player, rated.speed),
    }))
    const matches = await this.#latest(
      found.player,
      ratings.map(({ speed }) => speed),
    )
    const isBot = (await cardIn(this.#db, found.player))?.isBot
    const progress = await shownProgressOf({ db: this.#db, rows: this.#rows }, found.player)
    return {
      ...{ name: found.name, since: datesOf(this.#rows, found).createdAt, speeds, matches },
      ...(isBot && { isBot }),
      ...(progress && { progress }),
    }
  }

  /**
   * Walks down the index, and skips players whose rating has become uncertain through a long
   * absence.
   */
  async #readLeaders(speed: Speed): Promise<Leaders['leaders']> {
    const now = this.#now()
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
        if (rating.isProvisional) continue
        const leader = { name, rating, matches: row.matches }
        const sound = this.#rows.read(leaderSchema, leader, {
          ...{ table: 'ratings', id: `${row.player} ${speed}` },
        })
        if (sound !== undefined) leaders.push(sound)
      }
      if (rows.length < LEADERS) break
    }
    return leaders.slice(0, LEADERS)
  }

  async #graph(player: PlayerId, speed: Speed) {
    const rows = await this.#db
      .selectFrom('ratingChanges')
      .select(['game', 'player', 'at', 'rating'])
      .where('player', '=', player)
      .where('speed', '=', speed)
      .orderBy('event', 'desc')
      .limit(GRAPH_POINTS)
      .execute()
    return rows.toReversed().flatMap((row) => {
      const point = { at: row.at, value: Math.round(row.rating) }
      return this.#rows.read(graphPointSchema, point, changeOf(row)) ?? []
    })
  }

  async #tallies(player: PlayerId, speed: Speed) {
    const task = this.#work.begin()
    const key = `${player} ${speed}`
    let counted = this.#counted.get(key) ?? NONE_COUNTED
    for (;;) {
      await task.goOn()
      const rows = await this.#countsAfter(counted.after, player, speed)
      const isSound = (row: CountRow) => {
        const name = { table: 'ratingChanges', id: `${key} ${row.last}` } as const
        return this.#rows.read(resultSchema, row, name) !== undefined
      }
      counted = withCounts(counted, rows, isSound)
      const isLast = rows.reduce((sum, { count }) => sum + Number(count), 0) < COUNTED_AT_ONCE
      const { black: asBlack, white: asWhite } = counted.tallies
      if (isLast) return { asBlack, asWhite }
      // A match that another node is still storing may get a place before newer ones.
      const isSettled = Math.max(...rows.map(({ at }) => Number(at))) < this.#now() - SETTLED_MS
      if (isSettled) this.#counted.set(key, counted)
    }
  }

  /** Counts the next changes by result. */
  #countsAfter(after: number, player: PlayerId, speed: Speed) {
    const next = this.#db
      .selectFrom('ratingChanges')
      .select(['event', 'at', 'color', 'firstWinner', 'winner'])
      .where('player', '=', player)
      .where('speed', '=', speed)
      .where('event', '>', after)
      .orderBy('event')
      .limit(COUNTED_AT_ONCE)
    return this.#db
      .selectFrom(next.as('next'))
      .select((row) => ['color', 'firstWinner', 'winner', row.fn.countAll().as('count')])
      .select(({ fn }) => [fn.max('event').as('last'), fn.max('at').as('at')])
      .groupBy(['color', 'firstWinner', 'winner'])
      .execute()
  }

  /** The latest matches. Each speed is read by itself, as the index orders them by speed first. */
  async #latest(player: PlayerId, speeds: readonly Speed[]): Promise<Profile['matches']> {
    const found = (await inTurn(speeds, (speed) => this.#latestAt(player, speed))).flat()
    const opponents = found.map(({ opponent }) => opponent)
    const hidden = await confinedAmong(this.#db, opponents)
    return found
      .filter(({ opponent }) => !hidden.includes(opponent))
      .sort((one, other) => other.event - one.event)
      .slice(0, PROFILE_MATCHES)
      .map(({ match }) => match)
  }

  async #latestAt(player: PlayerId, speed: Speed) {
    const rows = await this.#db
      .selectFrom('ratingChanges')
      .innerJoin('games', 'games.key', 'ratingChanges.game')
      .innerJoin('events', (join) =>
        join.onRef('events.game', '=', 'games.key').on('events.version', '=', 1),
      )
      .leftJoin('players as blacks', 'blacks.id', 'games.black')
      .leftJoin('players as whites', 'whites.id', 'games.white')
      .selectAll('ratingChanges')
      .select([
        'games.id',
        'games.black as blackId',
        'games.white as whiteId',
        'events.eventJson',
        'blacks.name as black',
        'whites.name as white',
      ])
      .where('ratingChanges.player', '=', player)
      .where('ratingChanges.speed', '=', speed)
      .orderBy('event', 'desc')
      .limit(PROFILE_MATCHES)
      .execute()
    return rows.flatMap((row) => {
      const created = gameEventSchema.safeParse(parseJson(row.eventJson)).data
      const sides = this.#rows.read(resultSchema, row, changeOf(row))
      if (created?.kind !== 'created' || sides === undefined) return []
      const first = created.match?.first?.game
      const games: Profile['matches'][number]['games'] =
        first === undefined ? [row.id] : [first, row.id]
      const opponent = created.seats[opposite(row.color)]
      const match = {
        games,
        speed: row.speed,
        at: row.at,
        // The current name, not the one in the game: a deleted account's name is erased there a
        // little later.
        opponent: row[opposite(row.color)] ?? opponent.name,
        ...(opponent.isBot && { isOfBot: true as const }),
        change: Math.round(row.rating) - Math.round(row.ratingBefore),
        expected: row.expected,
        scored: row.scored,
      }
      const sound = this.#rows.read(profileMatchSchema, match, changeOf(row))
      const other = row.color === 'black' ? row.whiteId : row.blackId
      return sound === undefined ? [] : { event: row.event, opponent: other, match: sound }
    })
  }
}

/**
 * Settled ratings of a speed with their players' names, the best first. Leaves out suspended and
 * closed accounts, and pupils who meet nobody outside their class.
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
      // The same constant as in the index, which holds no other rows.
      .where(sql<boolean>`ratings.deviation < 110`)
      .where(({ not }) => not(isBarred('ratings.player', now)))
      .where(({ not }) => not(isHidden('ratings.player')))
      .orderBy('ratings.rating', 'desc')
  )
}

// --- internal ---

const LEADERS_MS = 60_000
/** How many changes one statement counts: about a millisecond of work. */
const COUNTED_AT_ONCE = 1000
/** For how many players and speeds the counted matches are kept: a few hundred bytes each. */
const MOST_COUNTED = 2000
/** A match as old as this has its place among the others. */
const SETTLED_MS = HOUR_MS
/** The most pages of long-absent players that are skipped. */
const LEADERS_PAGES = 20

/** A player's results in the changes up to `after`. */
interface Counted {
  readonly after: number
  readonly tallies: Readonly<Record<Color, Tallies>>
}

const NO_RESULTS: Tallies = { won: 0, drawn: 0, lost: 0 }
const NONE_COUNTED: Counted = { after: -1, tallies: byColor(() => NO_RESULTS) }

interface CountRow {
  readonly color: Color
  readonly firstWinner: Color | 'draw' | 'none'
  readonly winner: Color | 'draw'
  readonly count: number | string | bigint
  readonly last: number | string
}

function withCounts(
  before: Counted,
  rows: readonly CountRow[],
  isSound: (row: CountRow) => boolean,
): Counted {
  const tallies = byColor((color) => ({ ...before.tallies[color] }))
  for (const { color, firstWinner, winner, count } of rows.filter(isSound)) {
    // The colours are those of the last game; in a match's first they were reversed.
    if (firstWinner !== 'none') {
      tallies[opposite(color)][resultOf(color, firstWinner)] += Number(count)
    }
    tallies[color][resultOf(color, winner)] += Number(count)
  }
  return { after: Math.max(before.after, ...rows.map(({ last }) => Number(last))), tallies }
}

/** The colour and the winners in a row, of which the tallies are made. */
const resultSchema = z.object({
  color: z.enum(COLORS),
  firstWinner: z.enum([...COLORS, 'draw', 'none']),
  winner: z.enum([...COLORS, 'draw']),
})

/** How the log names a damaged change. */
function changeOf({ game, player }: Pick<RatingChangesTable, 'game' | 'player'>): RowName {
  return { table: 'ratingChanges', id: `${game} ${player}` }
}

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
