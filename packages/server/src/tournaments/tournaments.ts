import {
  type ClassId,
  MINUTE_MS,
  MOST_ENTERED,
  MOST_MADE,
  type PlayerCard,
  type PlayerId,
  speedOf,
  type Terms,
  TOURNAMENT_PAGE,
  type Tournament,
  type TournamentDetail,
  type TournamentGames,
  type TournamentId,
  type TournamentMatch,
  type TournamentRefusal,
  type TournamentStanding,
  type TournamentWish,
} from '@hokito/protocol'
import { err, ok } from '@hokito/rules'
import type { Chance } from '../ground/chance.ts'
import type { Rhythm } from '../ground/rhythm.ts'
import type { LongWork } from '../limiting/long-work.ts'
import type { People } from '../people/people.ts'
import { shownName } from '../players/cards.ts'
import { isTeacherOf, outsidersAmong } from '../players/confinement.ts'
import { hasAccount } from '../players/credentials.ts'
import { checkName } from '../players/names.ts'
import type { Ratings } from '../ratings/ratings.ts'
import type { Database } from '../store/database.ts'
import { leaveTournament } from '../store/leave-tournaments.ts'
import { arenaDetailOf } from './arena-detail.ts'
import { enterRounds, joinArena, type TournamentResult } from './entering.ts'
import { finishedGamesOf } from './finished-games.ts'
import { nextRoundAt } from './pause.ts'
import { MOST_OPEN, openIn, takePlace } from './places.ts'
import { crosstableOf, roundRobinPairs } from './round-robin.ts'
import { SeenTournaments } from './seen-tournaments.ts'
import { readTournament } from './tournament-row.ts'
import {
  type Entry,
  type PairingRow,
  resultOf,
  type StoredTournament,
  type TournamentStore,
} from './tournament-store.ts'

export interface TournamentsDependencies {
  readonly database: Database
  readonly tournamentStore: Pick<
    TournamentStore,
    'read' | 'readAll' | 'readOfClasses' | 'readOfPlayer'
  >
  readonly chance: Pick<Chance, 'tournamentId'>
  readonly ratings: Pick<Ratings, 'of'>
  readonly people: Pick<People, 'refusalToBegin' | 'refusalToMeetAnyone'>
  readonly housePlayers: ReadonlySet<PlayerId>
  readonly now: () => number
  readonly longWork: Pick<LongWork, 'inTurn'>
  readonly rhythm: Pick<Rhythm, 'tournamentsReadMs' | 'roundPauseMs'>
}

/**
 * The operations of players on tournaments: make, cancel, enter, leave and view them. `Rounds` and
 * `Arenas` advance them.
 */
export class Tournaments {
  readonly #dependencies: TournamentsDependencies
  readonly #seen: SeenTournaments

  constructor(dependencies: TournamentsDependencies) {
    this.#dependencies = dependencies
    const { tournamentStore, longWork, rhythm } = dependencies
    this.#seen = new SeenTournaments(tournamentStore, longWork, rhythm.tournamentsReadMs)
  }

  /** Announces a tournament. Its maker is not entered automatically. */
  async make(player: PlayerCard, wish: TournamentWish): TournamentResult<TournamentId> {
    const refusal = await this.#refusalTo(player, { ofClass: wish.class })
    if (refusal !== undefined) return err(refusal)
    const { db } = this.#dependencies.database
    if (wish.class !== undefined && !(await isTeacherOf(db, wish.class, player.id))) {
      return err('outsideClass')
    }
    const named = wish.name === undefined ? undefined : checkName(wish.name)
    if (named?.ok === false) return err('badTournamentName')
    const { database, chance, now } = this.#dependencies
    const id = chance.tournamentId()
    return database.transact(async (transaction): TournamentResult<TournamentId> => {
      await database.holdPlayers(transaction, [player.id])
      const open = await openIn(transaction)
      const own = open.filter(({ maker }) => maker === player.id)
      if (own.length >= MOST_MADE) return err('tooManyTournaments')
      const startsAt = now() + wish.startsInMinutes * MINUTE_MS
      if (!(await takePlace(transaction, { open, startsAt, now: now() }))) {
        return err('tooManyTournaments')
      }
      await transaction
        .insertInto('tournaments')
        .values({
          id,
          ...wishedOf(wish),
          maker: player.id,
          createdAt: now(),
          startsAt,
          round: 0,
          entered: 0,
          endedAt: null,
          wavedAt: null,
          name: named?.value.name ?? null,
          day: null,
          class: wish.class ?? null,
        })
        .execute()
      return ok(id)
    })
  }

  /**
   * Enters a player. Entering again changes nothing. A tournament of rounds is open before its
   * start; a Swiss one until its second round begins, and late players have no score for the first.
   * A player who has left a tournament of rounds stays out. An arena is open as long as it lasts,
   * and a player who paused continues.
   */
  async enter(player: PlayerCard, id: TournamentId): TournamentResult<void> {
    const { database, ratings, now } = this.#dependencies
    const seen = await this.#seen.look(id)
    const found = typeof seen === 'object' ? seen.tournament : undefined
    if (found !== undefined && !(await this.#isShown(found, player.id))) {
      return err('unknownTournament')
    }
    const refusal = await this.#refusalTo(player, {
      admitsBots: found?.admitsBots,
      ofClass: found?.class,
    })
    if (refusal !== undefined) return err(refusal)
    if (seen === undefined) return err('unknownTournament')
    // What is seen may be a second old.
    const tournament = seen === 'damaged' ? undefined : await readTournament(database.db, id)
    if (tournament === undefined) return err('damagedTournament')
    const speed = speedOf(tournament.terms.timeControl)
    const rating = speed === undefined ? 0 : (await ratings.of(player.id, speed)).rating
    const entry = { tournament: id, player: player.id, at: now(), rating: Math.round(rating) }
    const entered = await database.transact(async (transaction): TournamentResult<void> => {
      await database.holdPlayers(transaction, [player.id])
      return tournament.kind === 'arena'
        ? joinArena(transaction, tournament, entry)
        : enterRounds(transaction, tournament, entry)
    })
    if (entered.ok) this.#seen.change(id, player.id, false)
    return entered
  }

  /**
   * Takes a player out; in an arena this is a pause of any length. A player with a running match
   * finishes it, or loses it on time.
   */
  async leave(player: PlayerId, id: TournamentId): TournamentResult<void> {
    const { database, now } = this.#dependencies
    const [found] = await database.db
      .selectFrom('tournaments')
      .select('endedAt')
      .where('id', '=', id)
      .execute()
    if (found === undefined) return err('unknownTournament')
    const hasLeft = await database.transact((transaction) =>
      leaveTournament(transaction, { tournament: id, player }, now()),
    )
    if (hasLeft) this.#seen.change(id, player, true)
    return hasLeft ? ok(undefined) : err('notEntered')
  }

  /**
   * Ends a tournament before its start. Only its maker may do so; the daily arena has none. A
   * tournament that ended before its start was called off.
   */
  async cancel(player: PlayerId, id: TournamentId): TournamentResult<void> {
    const { database, now } = this.#dependencies
    const cancelled = await database.db
      .updateTable('tournaments')
      .set({ endedAt: now() })
      .where('id', '=', id)
      .where('maker', '=', player)
      .where('day', 'is', null)
      .where('round', '=', 0)
      .where('startsAt', '>', now())
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    if (cancelled.numUpdatedRows === 1n) {
      this.#seen.forget(id)
      return ok(undefined)
    }
    const [found] = await database.db
      .selectFrom('tournaments')
      .select(['maker', 'day', 'endedAt'])
      .where('id', '=', id)
      .execute()
    if (found === undefined) return err('unknownTournament')
    if (found.maker !== player || found.day !== null) return err('notMaker')
    return err(found.endedAt === null ? 'tournamentStarted' : 'tournamentOver')
  }

  /** The tournaments that are for everyone. */
  all(): Promise<readonly Tournament[]> {
    return this.#dependencies.tournamentStore.readAll(MOST_OPEN)
  }

  /** The tournaments of the classes that a player teaches or attends. */
  ofClasses(player: PlayerId): Promise<readonly Tournament[]> {
    return this.#dependencies.tournamentStore.readOfClasses(player, MOST_OF_CLASSES)
  }

  /** The unfinished tournaments in which a player is, the next first, then those called off. */
  ofPlayer(player: PlayerId): Promise<readonly Tournament[]> {
    return this.#dependencies.tournamentStore.readOfPlayer(player, MOST_ENTERED)
  }

  /**
   * A tournament with a page of its standings and the matches of one round; undefined if there is
   * none, or if it is of a class that is not the viewer's.
   * @param options.from the first place of the standings, and the first board of the matches
   * @param options.round the latest one if absent
   */
  async look(
    id: TournamentId,
    { from = 1, round, player }: LookOptions = {},
  ): Promise<TournamentDetail | 'damaged' | undefined> {
    const seen = await this.#seen.look(id)
    if (seen === undefined || seen === 'damaged') return seen
    if (!(await this.#isShown(seen.tournament, player))) return undefined
    const { now, rhythm, housePlayers } = this.#dependencies
    if ('players' in seen) {
      const hasHouse = housePlayers.size > 0
      return arenaDetailOf(seen, { from, player, now: now(), hasHouse })
    }
    const playing = seen.entries.filter(({ isOut }) => !isOut).length
    const options = { pauseMs: rhythm.roundPauseMs, now: now() }
    const begins = nextRoundAt({ roundEndedAt: seen.roundEndedAt, playing }, options)
    return {
      ...detailOf(seen, { from, round: round ?? seen.tournament.round, player }),
      ...(begins !== undefined && { nextRoundAt: begins }),
    }
  }

  /** The finished games of the player with a name, a page at a time; undefined if there is none. */
  async gamesOf(
    id: TournamentId,
    { name, before, viewer }: GamesOptions,
  ): Promise<Pick<TournamentGames, 'games' | 'next'> | 'damaged' | undefined> {
    const seen = await this.#seen.look(id)
    if (seen === undefined || seen === 'damaged') return seen
    if (!(await this.#isShown(seen.tournament, viewer))) return undefined
    const all = 'players' in seen ? seen.players : seen.entries
    const found = all.find((one) => shownName(one.name) === name)
    if (found === undefined) return { games: [] }
    const { db } = this.#dependencies.database
    return finishedGamesOf(db, seen.tournament, { player: found.player, before })
  }

  /** Only the teacher and the pupils of a class see its tournaments. */
  async #isShown({ class: ofClass }: Tournament, player: PlayerId | undefined): Promise<boolean> {
    if (ofClass === undefined) return true
    if (player === undefined) return false
    const { db } = this.#dependencies.database
    return (await outsidersAmong(db, ofClass, [player])).length === 0
  }

  /** Why this player may neither make nor enter a tournament. */
  async #refusalTo(
    player: PlayerCard,
    { admitsBots = false, ofClass }: Openness,
  ): Promise<TournamentRefusal | undefined> {
    if (player.isBot && !admitsBots) return 'forPeople'
    const { database, people } = this.#dependencies
    if (!(await hasAccount(database.db, player.id))) return 'needsAccount'
    return ofClass === undefined
      ? people.refusalToMeetAnyone(player.id)
      : people.refusalToBegin(player.id)
  }
}

// --- internal ---

/** The most tournaments of classes in one reply. */
const MOST_OF_CLASSES = 50

/** For whom a tournament is. */
interface Openness {
  readonly admitsBots?: boolean | undefined
  readonly ofClass?: ClassId | undefined
}

interface GamesOptions {
  readonly name: string
  /** The number of the game before which to go on. */
  readonly before: number | undefined
  readonly viewer: PlayerId | undefined
}

interface LookOptions {
  readonly from?: number | undefined
  readonly round?: number | undefined
  /** The viewer. */
  readonly player?: PlayerId | undefined
}

/** The stored part of a wish. */
function wishedOf(wish: TournamentWish) {
  const kind = wish.kind ?? 'swiss'
  return {
    kind,
    termsJson: JSON.stringify(termsOf(wish)),
    // The number of rounds of a round robin is known when it starts.
    rounds: 'rounds' in wish ? wish.rounds : 0,
    lastsMinutes: 'lastsMinutes' in wish ? wish.lastsMinutes : null,
    admitsBots: 'admitsBots' in wish && wish.admitsBots ? 1 : null,
  }
}

function termsOf(wish: TournamentWish): Terms {
  return {
    setup: { kind: 'standard' },
    endRule: 'either',
    timeControl: wish.timeControl,
    allowsTakebacks: false,
    games: wish.kind === 'arena' ? 1 : 2,
    ...('isRated' in wish && wish.isRated && wish.class === undefined && { isRated: true }),
    ...('compensation' in wish && { compensation: wish.compensation }),
  }
}

function detailOf(
  seen: StoredTournament,
  { from, round, player }: LookOptions & { readonly from: number; readonly round: number },
): TournamentDetail {
  const entries = new Map(seen.entries.map((entry) => [entry.player, entry]))
  const { standings, tournament } = seen
  const order = standings.map((one) => one.player)
  const shown = standings.slice(from - 1, from - 1 + TOURNAMENT_PAGE)
  const matches = matchesOf(seen.pairings, round).map((rows) => matchShown(rows, entries))
  const shownMatches = matches.length > 0 ? matches : matchesToCome(seen, round, entries)
  const own = player === undefined ? undefined : entries.get(player)
  const standing = standings.find((one) => one.player === player)
  const missed = seen.pairings.filter((row) => row.player === player && row.isAbsent === 1).length
  const match = matchesOf(seen.pairings, tournament.round).find((rows) =>
    rows.some((row) => row.player === player),
  )
  const next = own && nextOpponent(seen, own.player)
  return {
    tournament,
    standings: shown.map((one) => standingShown(one, entries)),
    shownRound: round,
    matches: shownMatches.slice(from - 1, from - 1 + TOURNAMENT_PAGE),
    ...(tournament.kind === 'roundRobin' &&
      tournament.round > 0 && {
        crosstable: crosstableOf(order, seen.pairings.flatMap(resultOf)).map((row) => [...row]),
      }),
    ...(own && {
      you: {
        isOut: own.isOut,
        ...(standing && tournament.round > 0 && { standing: standingShown(standing, entries) }),
        ...(match && { match: matchShown(match, entries) }),
        ...(missed > 0 && { missed }),
        ...(next !== undefined && { next }),
      },
    }),
  }
}

type Entries = ReadonlyMap<PlayerId, Entry>

/** The rows of a round from the top board down, two for a match and one for a bye. */
function matchesOf(pairings: readonly PairingRow[], round: number): readonly PairingRow[][] {
  const boards = new Map<number, PairingRow[]>()
  for (const row of pairings) {
    if (row.round !== round) continue
    const rows = boards.get(row.board)
    if (rows === undefined) boards.set(row.board, [row])
    else rows.push(row)
  }
  return [...boards.values()]
}

/** The matches of a round robin's future round: they are known from its start. */
function matchesToCome(
  { tournament, entries: all }: StoredTournament,
  round: number,
  entries: Entries,
): readonly TournamentMatch[] {
  const { kind, rounds, round: begun } = tournament
  if (kind !== 'roundRobin' || begun === 0 || round > rounds) return []
  const seeded = all.map(({ player }) => player)
  return roundRobinPairs(seeded, round).map((players) => ({
    names: players.flatMap((player) => (player && entries.get(player)?.name) ?? []),
    games: [],
  }))
}

/** The opponent of a player in the next round of a round robin, which is known from its start. */
function nextOpponent({ tournament, entries }: StoredTournament, player: PlayerId) {
  const { kind, rounds, round, endedAt } = tournament
  if (kind !== 'roundRobin' || round === 0 || round >= rounds || endedAt !== undefined) {
    return undefined
  }
  const seeded = entries.map((entry) => entry.player)
  const pair = roundRobinPairs(seeded, round + 1).find((players) => players.includes(player))
  const opponent = pair?.find((one) => one !== player)
  return entries.find((entry) => entry.player === opponent && !entry.isOut)?.name
}

function standingShown(
  { player, ...standing }: StoredTournament['standings'][number],
  entries: Entries,
): TournamentStanding {
  const entry = entries.get(player)
  return { ...standing, name: entry?.name ?? '', ...(entry?.isOut && { isOut: true }) }
}

function matchShown(stored: readonly PairingRow[], entries: Entries): TournamentMatch {
  // A database returns the two in any order.
  const seedOf = ({ player }: PairingRow) => entries.get(player)?.seed ?? 0
  const rows = stored.toSorted((one, other) => seedOf(one) - seedOf(other))
  const [first] = rows
  const isOver = rows.every(({ score }) => score !== null)
  return {
    names: rows.map(({ player }) => entries.get(player)?.name ?? ''),
    games: [first?.game, first?.next].flatMap((game) => game ?? []),
    ...(isOver && { scores: rows.map(({ score }) => score ?? 0) }),
  }
}
