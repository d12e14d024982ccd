import { type GameId, type PlayerId, speedOf, type Tournament } from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import { type NewGame, newGame } from '../game/new-game.ts'
import type { Chance } from '../ground/chance.ts'
import type { LongWork } from '../limiting/long-work.ts'
import type { People } from '../people/people.ts'
import { cardOf } from '../players/cards.ts'
import type { Ratings } from '../ratings/ratings.ts'
import type { NewArenaGame } from '../store/arena-games.ts'
import { type Conflict, unresolvedConflict } from '../store/conflict.ts'
import type { Database } from '../store/database.ts'
import type { GameStore } from '../store/game-store.ts'
import { botAt, hostAmong } from './arena-hosts.ts'
import { type ArenaPair, arenaPairs, blackOf, seatsOf } from './arena-pairing.ts'
import {
  type ArenaPlayer,
  readBusy,
  readDueGames,
  type StoredArena,
  settle,
} from './arena-store.ts'
import { takeBarredOut } from './barred.ts'
import { joinArena } from './entering.ts'
import { calledOff, type MatchResult, playedAlone, unreadable } from './outcome.ts'
import { endsAtOf, readStarted, type TournamentRow } from './tournament-row.ts'
import type { TournamentStore } from './tournament-store.ts'

export interface ArenasDependencies {
  readonly database: Database
  readonly store: Pick<GameStore, 'read'>
  readonly tournamentStore: Pick<TournamentStore, 'read'>
  readonly chance: Pick<Chance, 'fresh' | 'below'>
  readonly people: Pick<People, 'barredAmong'>
  readonly ratings: Pick<Ratings, 'of'>
  /** The house bots, the weakest first. */
  readonly housePlayers: ReadonlySet<PlayerId>
  /** Stores a game and assigns it to its players, in one commit. */
  readonly begin: (made: NewGame, game: NewArenaGame) => Promise<Result<void, Conflict>>
  readonly now: () => number
  readonly longWork: Pick<LongWork, 'begin'>
  readonly onFailure: (what: string, error: unknown) => void
}

/** No game begins in an arena this close to its end: hardly any would be over in time. */
export const CLOSING_MS = 30_000

/**
 * Advances arenas: stores results of games that are over, pairs waiting players, and ends the
 * arena. All state is in the database. A game begins in one commit that takes both of its players,
 * and a result is stored once. So any node may take any of these steps at any moment, even after
 * another node stopped in the middle.
 */
export class Arenas {
  readonly #dependencies: ArenasDependencies

  constructor(dependencies: ArenasDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Advances every arena that has begun and is not over. A failing arena does not hold up the
   * others.
   */
  async run(): Promise<void> {
    const { database, now, onFailure } = this.#dependencies
    for (const row of await readStarted(database.db, ['arena'], now())) {
      await this.#advance(row).catch((error: unknown) => {
        if (database.isPassing(error)) throw error
        onFailure(`continuing arena ${row.id}`, error)
      })
    }
  }

  async #advance(row: TournamentRow): Promise<void> {
    const { database, now } = this.#dependencies
    const due = await readDueGames(database.db, row)
    const leftMs = () => endsAtOf(row) - now()
    const isStepDue = leftMs() > CLOSING_MS ? isWaveDue(row, now()) : leftMs() <= -LATE_MS
    // Checking whether an arena is whole reads all of it, so do not do that every second for
    // nothing.
    if (row.round > 0 && due.size === 0 && !isStepDue) return
    const stored = await this.#read(row)
    if (stored === undefined) return
    if (row.round === 0) await this.#open(row)
    await this.#settle(row, due)
    if (leftMs() > CLOSING_MS) return this.#pair(row, due.size === 0 ? stored : undefined)
    // Games that ended in the last moment may still be on their way to the disk.
    if (leftMs() <= -LATE_MS && due.size === 0) await this.#end(row)
  }

  /** Reads an arena if it is whole: a damaged arena is left alone. */
  async #read({ id }: TournamentRow): Promise<StoredArena | undefined> {
    const stored = await this.#dependencies.tournamentStore.read(id)
    return stored !== undefined && stored !== 'damaged' && 'players' in stored ? stored : undefined
  }

  /** From now on, players who leave remain in the standings. */
  async #open({ id }: TournamentRow): Promise<void> {
    await this.#dependencies.database.db
      .updateTable('tournaments')
      .set({ round: 1 })
      .where('id', '=', id)
      .where('round', '=', 0)
      .where('endedAt', 'is', null)
      .execute()
  }

  async #end({ id }: TournamentRow): Promise<void> {
    const { database, now } = this.#dependencies
    await database.db
      .updateTable('tournaments')
      .set({ endedAt: now() })
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .execute()
  }

  /** Stores the results of games that are over. */
  async #settle(row: TournamentRow, due: ReadonlyMap<GameId, readonly PlayerId[]>): Promise<void> {
    const { database, now, longWork } = this.#dependencies
    const task = longWork.begin()
    for (const [game, players] of due) {
      await task.goOn()
      const results = await this.#resultsOf(game, players)
      await database.transact(async (transaction) => {
        for (const result of results) {
          await settle(transaction, { tournament: row.id, game, result, now: now() })
        }
      })
    }
  }

  async #resultsOf(game: GameId, players: readonly PlayerId[]): Promise<readonly MatchResult[]> {
    const found = await this.#dependencies.store.read(game)
    if (found?.kind !== 'sound') return unreadable(players)
    const { view } = found.game
    const results = view.ending?.kind === 'aborted' ? calledOff(view) : playedAlone(found.game)
    // Everyone locks rows in this order, so that no two deadlock.
    return results.toSorted((a, b) => (a.player < b.player ? -1 : 1))
  }

  /**
   * Pairs the waiting players, a group at a time: each group is stored before the next is paired.
   * @param known the arena; absent if results were stored since it was read
   */
  async #pair(row: TournamentRow, known: StoredArena | undefined): Promise<void> {
    const { now, longWork } = this.#dependencies
    if (!isWaveDue(row, now())) return
    const stored = known ?? (await this.#read(row))
    if (stored === undefined) return
    const waiting = await this.#waitingIn(stored)
    if (waiting.length < 2 || !(await this.#takeWave(row))) return
    const players = waiting.map(({ player }) => player)
    const barred = await takeBarredOut(row, players, this.#dependencies)
    const free = waiting.filter(({ player }) => !barred.has(player))
    const byId = new Map(free.map((player) => [player.player, player]))
    const task = longWork.begin()
    for (const pairs of arenaPairs(rankedFrom(free, now()))) {
      await Promise.all(pairs.map((pair) => this.#begin(stored.tournament, pair, byId)))
      await task.goOn()
    }
  }

  /**
   * The players to pair. No one who is to play elsewhere, because their clocks would run in two
   * games at once. House bots only if someone has waited alone for long enough in the daily arena;
   * the bot then joins like any other player.
   */
  async #waitingIn({ tournament, players }: StoredArena): Promise<readonly ArenaPlayer[]> {
    const { housePlayers, now } = this.#dependencies
    const waiting = players.filter(({ game, isOut }) => game === null && !isOut)
    const people = await this.#freeAmong(waiting.filter(({ player }) => !housePlayers.has(player)))
    const [alone] = people
    if (alone === undefined || people.length > 1) return people
    if (now() < (botAt(tournament, alone) ?? Number.POSITIVE_INFINITY)) return people
    const host = hostAmong(housePlayers, players, alone)
    const joined = waiting.find(({ player }) => player === host)
    if (joined !== undefined) return [alone, joined]
    if (host !== undefined) await this.#enter(tournament, host)
    return people
  }

  /** Those who do not play elsewhere; a bot can play several games at once. */
  async #freeAmong(waiting: readonly ArenaPlayer[]): Promise<readonly ArenaPlayer[]> {
    const people = waiting.flatMap(({ player, isBot }) => (isBot ? [] : [player]))
    const { database, now } = this.#dependencies
    const busy = await readBusy(database.db, people, now())
    return waiting.filter(({ player, isBot }) => isBot || !busy.has(player))
  }

  /** Lets a house bot join; it is paired in the next wave. */
  async #enter(tournament: Tournament, player: PlayerId): Promise<void> {
    const { database, ratings, now } = this.#dependencies
    const speed = speedOf(tournament.terms.timeControl)
    const rating = speed === undefined ? 0 : (await ratings.of(player, speed)).rating
    const entry = { tournament: tournament.id, player, at: now(), rating: Math.round(rating) }
    // A full arena needs no bot.
    await database.transact(async (transaction) => {
      await database.holdPlayers(transaction, [player])
      await joinArena(transaction, tournament, entry)
    })
  }

  /**
   * Waiting players are paired in waves, so that there is a choice of opponents. Only one node gets
   * each wave.
   */
  async #takeWave({ id }: TournamentRow): Promise<boolean> {
    const { database, now } = this.#dependencies
    const taken = await database.db
      .updateTable('tournaments')
      .set({ wavedAt: now() })
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .where((row) =>
        row.or([
          row('wavedAt', 'is', null),
          row('wavedAt', '<=', now() - WAVE_MS),
          row('wavedAt', '>', now()),
        ]),
      )
      .executeTakeFirst()
    return taken.numUpdatedRows === 1n
  }

  async #begin(arena: Tournament, [one, other]: ArenaPair, byId: ById): Promise<void> {
    const players = [byId.get(one), byId.get(other)] as const
    if (players[0] === undefined || players[1] === undefined) throw new Error('paired unasked')
    const { begin, onFailure } = this.#dependencies
    const [made, game] = this.#newGame(arena, [players[0], players[1]])
    try {
      const begun = await begin(made, game)
      // If one of the two has paused or started a game meanwhile, the other is paired in the next
      // wave.
      if (!begun.ok && begun.error.kind !== 'arenaGameTaken') throw unresolvedConflict(begun.error)
    } catch (error) {
      onFailure(`a game of arena ${arena.id}`, error)
    }
  }

  #newGame(
    { id: tournament, terms, class: ofClass }: Tournament,
    pair: readonly [ArenaPlayer, ArenaPlayer],
  ): readonly [NewGame, NewArenaGame] {
    const { chance, now } = this.#dependencies
    const known = blackOf(...pair)
    const black = known ?? pair[chance.below(2) === 0 ? 0 : 1].player
    const seats = seatsOf([pair[0].player, pair[1].player], black)
    const playerOf = (id: PlayerId) => (pair[0].player === id ? pair[0] : pair[1])
    const made = newGame({
      terms,
      seats: { black: cardIn(playerOf(seats.black)), white: cardIn(playerOf(seats.white)) },
      isByLot: known === undefined,
      isListed: ofClass === undefined,
      kept: undefined,
      now: now(),
      fresh: chance.fresh(),
    })
    const sideOf = (id: PlayerId) => ({ player: id, games: playerOf(id).games })
    const { view } = made.game
    return [
      made,
      {
        ...{ tournament, game: view.id },
        seats: { black: sideOf(view.seats.black.id), white: sideOf(view.seats.white.id) },
      },
    ]
  }
}

// --- internal ---

/** How long players who are ready wait for others to be. */
const WAVE_MS = 4000
const LATE_MS = 3000

/** A wave later than now was stored before the clock was put back. */
function isWaveDue({ wavedAt }: TournamentRow, now: number): boolean {
  return wavedAt === null || wavedAt <= now - WAVE_MS || wavedAt > now
}

type ById = ReadonlyMap<PlayerId, ArenaPlayer>

/** The waiting players, the best first, those with equal scores by rating. */
function rankedFrom(waiting: readonly ArenaPlayer[], now: number) {
  return waiting
    .toSorted((a, b) => b.score - a.score || b.rating - a.rating || a.at - b.at)
    .map(({ player, score, opponent, readyAt }) => ({
      ...{ player, score, last: opponent ?? undefined },
      waitedMs: Math.max(0, now - readyAt),
    }))
}

function cardIn({ player, name, isBot }: ArenaPlayer) {
  return cardOf({ id: player, name, botSince: isBot ? 1 : null })
}
