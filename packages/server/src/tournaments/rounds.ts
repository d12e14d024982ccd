import type { GameId, PlayerCard, PlayerId } from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import { type NewGame, newGame } from '../game/new-game.ts'
import type { Chance } from '../ground/chance.ts'
import type { Rhythm } from '../ground/rhythm.ts'
import type { LongWork } from '../limiting/long-work.ts'
import type { People } from '../people/people.ts'
import type { Ratings } from '../ratings/ratings.ts'
import { type Conflict, unresolvedConflict } from '../store/conflict.ts'
import type { Database } from '../store/database.ts'
import type { GameStore } from '../store/game-store.ts'
import type { NewRound } from '../store/rounds.ts'
import { takeBarredOut } from './barred.ts'
import { calledOff, type MatchResult, played, unreadable } from './outcome.ts'
import { nextRoundAt } from './pause.ts'
import { roundRobinPairs, roundsOf } from './round-robin.ts'
import { BYE_SCORE } from './standings.ts'
import { type Entrant, type SwissPair, swissPairs } from './swiss.ts'
import { readStarted, type TournamentRow } from './tournament-row.ts'
import {
  countOpen,
  countPlaying,
  readDue,
  readRoundEnd,
  type StoredTournament,
  type TournamentStore,
  takeAbsentOut,
} from './tournament-store.ts'

export interface RoundsDependencies {
  readonly database: Database
  readonly store: Pick<GameStore, 'read'>
  readonly tournamentStore: Pick<TournamentStore, 'read'>
  readonly chance: Pick<Chance, 'fresh' | 'below'>
  readonly ratings: Pick<Ratings, 'seated'>
  readonly people: Pick<People, 'barredAmong'>
  /** Stores a round and begins its games, all in one commit. */
  readonly begin: (made: readonly NewGame[], round: NewRound) => Promise<Result<void, Conflict>>
  readonly now: () => number
  readonly longWork: Pick<LongWork, 'begin'>
  readonly rhythm: Pick<Rhythm, 'roundPauseMs'>
  readonly onFailure: (what: string, error: unknown) => void
}

/**
 * Advances tournaments: stores results of games that are over, pauses after the last of them,
 * begins the next round, and ends the tournament. All state is in the database, and each step is
 * one commit that can succeed only once. So any node may advance any tournament at any moment, even
 * after another node stopped in the middle.
 */
export class Rounds {
  readonly #dependencies: RoundsDependencies

  constructor(dependencies: RoundsDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Advances every tournament that has started and is not over. A failing tournament does not hold
   * up the others.
   */
  async run(): Promise<void> {
    const { database, now, onFailure } = this.#dependencies
    for (const row of await readStarted(database.db, KINDS, now())) {
      await this.#advance(row).catch((error: unknown) => {
        if (database.isPassing(error)) throw error
        onFailure(`continuing tournament ${row.id}`, error)
      })
    }
  }

  async #advance(row: TournamentRow): Promise<void> {
    const { database, now } = this.#dependencies
    if (row.round > 0) {
      await this.#settle(row)
      if ((await countOpen(database.db, row)) > 0) return
      await takeAbsentOut(database.db, row.id, now())
    }
    if (row.round > 0 && row.round >= row.rounds) return this.#end(row)
    if (row.round > 0 && (await this.#isPause(row))) return
    const stored = await this.#readWithoutBarred(row)
    if (stored === undefined) return
    // Once a round robin has begun, players who leave lose their remaining matches, so that
    // everyone has the same number of matches.
    const isBound = row.kind === 'roundRobin' && row.round > 0
    const active = activeIn(stored)
    if (active.length < 2 && !isBound) return this.#end(row)
    await (row.kind === 'roundRobin' ? this.#beginRobin(stored) : this.#begin(stored, active))
  }

  /** Is it too early for the next round, whose players would have to be there straight away? */
  async #isPause(row: TournamentRow): Promise<boolean> {
    const { database, now, rhythm } = this.#dependencies
    const [roundEndedAt, playing] = await Promise.all([
      readRoundEnd(database.db, row),
      countPlaying(database.db, row.id),
    ])
    const options = { pauseMs: rhythm.roundPauseMs, now: now() }
    return (nextRoundAt({ roundEndedAt, playing }, options) ?? 0) > options.now
  }

  /** Reads a tournament if it is whole and no other node has advanced it meanwhile. */
  async #read({ id, round }: TournamentRow): Promise<StoredTournament | undefined> {
    const stored = await this.#dependencies.tournamentStore.read(id)
    const isThere = stored !== undefined && stored !== 'damaged' && 'pairings' in stored
    return isThere && stored.row.round === round ? stored : undefined
  }

  /** The same, after removing players who may not begin games. */
  async #readWithoutBarred(row: TournamentRow): Promise<StoredTournament | undefined> {
    const stored = await this.#read(row)
    if (stored === undefined) return undefined
    const playing = stored.entries.flatMap(({ player, isOut }) => (isOut ? [] : [player]))
    const barred = await takeBarredOut(row, playing, this.#dependencies)
    return barred.size === 0 ? stored : this.#read(row)
  }

  /** Stores the results of matches whose games are over. Any node would store the same. */
  async #settle(row: TournamentRow): Promise<void> {
    const { database, longWork } = this.#dependencies
    const task = longWork.begin()
    for (const { game, next } of await readDue(database.db, row)) {
      await task.goOn()
      const found = await this.#resultOf(game, next)
      if (found.results === undefined) {
        await database.db
          .updateTable('tournamentPairings')
          .set({ next: found.next })
          .where('tournament', '=', row.id)
          .where('round', '=', row.round)
          .where('game', '=', game)
          .execute()
        continue
      }
      const results = found.results(await this.#playersOf(row, game))
      await database.transact(async (transaction) => {
        for (const { player, score, points, isAbsent } of results) {
          await transaction
            .updateTable('tournamentPairings')
            .set({ next: found.next, score, points, isAbsent: isAbsent ? 1 : 0 })
            .where('tournament', '=', row.id)
            .where('round', '=', row.round)
            .where('player', '=', player)
            .where('score', 'is', null)
            .execute()
        }
      })
    }
  }

  /** The result of a match, or the id of its second game while that is running. */
  async #resultOf(game: GameId, known: GameId | null): Promise<Found> {
    const { store } = this.#dependencies
    const first = await store.read(game)
    if (first?.kind !== 'sound') return { next: known, results: unreadable }
    const { view } = first.game
    if (view.ending?.kind === 'aborted') return { next: null, results: () => calledOff(view) }
    const next = known ?? view.next
    if (next === undefined) return { next: null, results: unreadable }
    const second = await store.read(next)
    if (second?.kind !== 'sound') return { next, results: unreadable }
    const isOver = second.game.view.ending !== undefined
    return { next, results: isOver ? () => played(second.game) : undefined }
  }

  async #playersOf({ id, round }: TournamentRow, game: GameId): Promise<readonly PlayerId[]> {
    const rows = await this.#dependencies.database.db
      .selectFrom('tournamentPairings')
      .select('player')
      .where('tournament', '=', id)
      .where('round', '=', round)
      .where('game', '=', game)
      .execute()
    return rows.map(({ player }) => player)
  }

  async #end({ id, round }: TournamentRow): Promise<void> {
    const { database, now } = this.#dependencies
    await database.db
      .updateTable('tournaments')
      .set({ endedAt: now() })
      .where('id', '=', id)
      .where('round', '=', round)
      .where('endedAt', 'is', null)
      .execute()
  }

  async #begin(stored: StoredTournament, active: readonly Entrant[]): Promise<void> {
    const { row } = stored
    const pairs = await pairInTurns(active, this.#dependencies.longWork)
    await this.#store(
      stored,
      pairs.map((players) => ({ players })),
      {
        rounds: row.round === 0 ? Math.min(row.rounds, roundsOf(active.length)) : row.rounds,
        byeScore: BYE_SCORE,
      },
    )
  }

  async #beginRobin(stored: StoredTournament): Promise<void> {
    const { row, entries } = stored
    const seeded = entries.map(({ player }) => player)
    const isOut = new Set(entries.flatMap(({ player, isOut }) => (isOut ? player : [])))
    const pairs = roundRobinPairs(seeded, row.round + 1)
    await this.#store(
      stored,
      pairs.map((players) => ({ players, scores: lostUnplayed(players, isOut) })),
      // Sitting out earns nothing: everyone sits out equally often.
      { rounds: roundsOf(seeded.length), byeScore: 0 },
    )
  }

  async #store(
    stored: StoredTournament,
    pairs: readonly Pair[],
    common: Pick<NewRound, 'rounds' | 'byeScore'>,
  ): Promise<void> {
    const task = this.#dependencies.longWork.begin()
    const made: NewGame[] = []
    const pairings: NewRound['pairings'][number][] = []
    for (const { players, scores } of pairs) {
      await task.goOn()
      const [one, other] = players
      const isPlayed = other !== undefined && scores === undefined
      const game = isPlayed ? await this.#newGame(stored, [one, other]) : undefined
      if (game !== undefined) made.push(game)
      pairings.push({ players, game: game?.game.view.id, ...(scores && { scores }) })
    }
    const { id: tournament, round, entered } = stored.row
    const next = { tournament, round: round + 1, entered, pairings, ...common }
    const begun = await this.#dependencies.begin(made, next)
    // If the round is taken, another node was quicker, which is as good.
    if (!begun.ok && begun.error.kind !== 'roundTaken') throw unresolvedConflict(begun.error)
  }

  /** The first game of a match; the second has the same deal with colours swapped. */
  async #newGame(
    { entries, row, tournament: { terms } }: StoredTournament,
    players: readonly [PlayerId, PlayerId],
  ): Promise<NewGame> {
    const { chance, ratings, now } = this.#dependencies
    const cardOf = (id: PlayerId): PlayerCard => {
      const entry = entries.find(({ player }) => player === id)
      if (entry === undefined) throw new Error(`${id} is paired without having entered`)
      return { id, name: entry.name }
    }
    const [one, other] = chance.below(2) === 0 ? players : ([players[1], players[0]] as const)
    const seats = await ratings.seated({ black: cardOf(one), white: cardOf(other) }, terms)
    const agreement = { terms, seats, isByLot: true, kept: undefined, now: now() }
    return newGame({ ...agreement, isListed: row.class === null, fresh: chance.fresh() })
  }
}

// --- internal ---

/** The kinds that are played in rounds. */
const KINDS = ['swiss', 'roundRobin'] as const

interface Found {
  readonly next: GameId | null
  /** Absent while the second game is running. */
  readonly results: ((players: readonly PlayerId[]) => readonly MatchResult[]) | undefined
}

/** The players of the next round, by their standing. */
function activeIn({ standings, entries, pairings }: StoredTournament): readonly Entrant[] {
  const playing = new Set(entries.flatMap(({ player, isOut }) => (isOut ? [] : [player])))
  const met = new Map(entries.map(({ player }): [PlayerId, PlayerId[]] => [player, []]))
  const byes = new Map<PlayerId, number>()
  for (const { player, opponent } of pairings) {
    if (opponent === null) byes.set(player, (byes.get(player) ?? 0) + 1)
    else met.get(player)?.push(opponent)
  }
  return standings
    .filter(({ player }) => playing.has(player))
    .map(({ player, score }) => ({
      player,
      score,
      met: met.get(player) ?? [],
      byes: byes.get(player) ?? 0,
    }))
}

/** Two opponents, or one player with a bye, and the scores if they are decided without play. */
interface Pair {
  readonly players: readonly [PlayerId, PlayerId | undefined]
  readonly scores?: readonly [number, number] | undefined
}

/** A player who has left loses the match; undefined if neither has left. */
function lostUnplayed([one, other]: Pair['players'], isOut: ReadonlySet<PlayerId>): Pair['scores'] {
  if (other === undefined || !(isOut.has(one) || isOut.has(other))) return undefined
  return [isOut.has(one) ? 0 : 2, isOut.has(other) ? 0 : 2]
}

/** Pairs one group at a time, so that players' requests run in between. */
async function pairInTurns(
  active: readonly Entrant[],
  longWork: Pick<LongWork, 'begin'>,
): Promise<readonly SwissPair[]> {
  const task = longWork.begin()
  const steps = swissPairs(active)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await task.goOn()
  }
}
