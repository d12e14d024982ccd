import type { ChallengeId, CommandId, GameId, PlayerId } from '@hokito/protocol'
import { type ByColor, COLORS, type Color } from '@hokito/rules'
import type { Transaction } from 'kysely'
import { ownLinesSchema } from '../game/lines.ts'
import {
  type BreakChange,
  type Resting,
  refuseUnrested,
  storeBreak,
} from '../players/break-store.ts'
import { type EndedMatch, playersOf, storeRatings } from '../ratings/store-ratings.ts'
import { ArenaGameTaken, type NewArenaGame, storeArenaGames } from '../store/arena-games.ts'
import { type Database, type NewEvent, VersionTaken } from '../store/database.ts'
import { parseJson } from '../store/json.ts'
import { type LeftDealChange, storeLeftDeals } from '../store/left-deals.ts'
import { type NewRound, storeRound } from '../store/rounds.ts'
import type { ArrangementsTable, LinesTable, Tables } from '../store/schema.ts'

/** A game to store for the first time. */
export interface GameRow {
  readonly id: GameId
  readonly black: PlayerId
  readonly white: PlayerId
  readonly createdAt: number
  readonly secret: string | undefined
}

/** An event of a stored game (by its key) or of a new game in the same unit (by its id). */
export interface EventRow {
  readonly game: number | GameId
  readonly version: number
  readonly command: CommandId | undefined
  readonly event: unknown
}

/** A side's arrangement, for a game at this version. The version includes the unit's own events. */
export interface ArrangementRow extends ArrangementsTable {
  readonly version: number
}

/**
 * A side's conditional lines, for a game at this version. The version includes the unit's own
 * events.
 */
export interface LinesRow {
  readonly game: number
  readonly version: number
  readonly color: Color
  /** The order of the last known lines when this was decided; 0 if there were none. */
  readonly order: number
  /** Undefined if no lines remain. */
  readonly linesJson: string | undefined
}

/**
 * A game that has left the position at which its lines begin, with the lines known when that was
 * decided.
 */
export interface LinedGame {
  readonly game: number
  /** The version of the decided event. */
  readonly version: number
  readonly ply: number
  readonly position: string
  /** The commands that set those lines. */
  readonly known: Readonly<ByColor<CommandId | undefined>>
}

/** Changes that are stored together or not at all. */
export interface Unit {
  readonly games?: readonly GameRow[]
  readonly events?: readonly EventRow[]
  /** Games that end. */
  readonly ended?: readonly { readonly game: number; readonly at: number }[]
  /** When games have to be checked next. */
  readonly deadlines?: readonly { readonly game: number | GameId; readonly at: number }[]
  /** The challenge that led to the game. */
  readonly challenge?: ChallengeId | undefined
  /** Challenges that this unit takes and deletes. They must all still be stored. */
  readonly taken?: readonly ChallengeId[] | undefined
  /** Games that must not have events after these versions. */
  readonly latest?: readonly { readonly game: number; readonly version: number }[] | undefined
  readonly leftDeals?: LeftDealChange | undefined
  /** Rated matches that end. */
  readonly rated?: readonly EndedMatch[]
  /** The present arrangements of sides. */
  readonly arrangements?: readonly ArrangementRow[]
  /** Games whose placing phase is over, so that their hidden arrangements are deleted. */
  readonly arranged?: readonly ArrangedGame[]
  /** The conditional lines of sides. */
  readonly lines?: readonly LinesRow[]
  /**
   * Games whose lines are followed or dropped. Lines that another node has stored unseen take
   * precedence.
   */
  readonly lined?: readonly LinedGame[]
  /** A round of a tournament, stored together with its games. */
  readonly round?: NewRound
  /** A break, which the events of this unit contain too. */
  readonly break?: BreakChange
  /**
   * Correspondence games that begin. A break that another node has stored unseen takes precedence.
   */
  readonly resting?: Resting | undefined
  /** An arena game that begins. */
  readonly arenaGame?: NewArenaGame
}

/** A game that begins or is aborted, with the arrangements known when that was decided. */
export interface ArrangedGame {
  readonly game: number
  /** The version of the decided event. */
  readonly version: number
  readonly known: Readonly<Partial<ByColor<string>>>
}

/** Called after each commit with its duration and its number of units. */
export type OnCommit = (milliseconds: number, units: number) => void

/**
 * Stores units, many in one commit. All units that arrive during a commit share the next one, so a
 * busy server syncs no more often than a quiet one. A write resolves only when its unit is on the
 * disk.
 */
export class Journal {
  readonly #database: Database
  readonly #onCommit: OnCommit
  #waiting: Waiting[] = []
  #flushing: Promise<void> | undefined

  constructor(database: Database, onCommit: OnCommit = () => undefined) {
    this.#database = database
    this.#onCommit = onCommit
  }

  /** How many units wait for a commit to begin. */
  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * Resolves with the keys of new games by their ids, once everything is on the disk.
   * @throws VersionTaken when an event's version exists already, or an arrangement's game has newer
   * events; nothing of the unit is stored
   * @throws ChallengeGone when a challenge that the unit takes no longer exists; nothing is stored
   * @throws RoundTaken when the unit's round has already begun; nothing is stored
   * @throws BreakRefused when the break is not allowed; nothing is stored
   * @throws BreakUnheard when a concurrent break or game was not seen; nothing is stored
   * @throws ArenaGameTaken when a player of the arena game cannot play; nothing is stored
   * @throws Error when the database fails; then it is unknown whether the unit is stored
   */
  write(unit: Unit): Promise<ReadonlyMap<GameId, number>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ unit, resolve, reject })
      this.#flushing ??= this.#flushSoon()
    })
  }

  /** Resolves when all units handed over so far are on the disk or refused. */
  async written(): Promise<void> {
    if (this.#flushing !== undefined) await this.write({})
  }

  /** Resolves when no unit is waiting. */
  async settle(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing
  }

  async #flushSoon(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Let other messages that arrived in this turn of the event loop join the batch.
      await new Promise((resolve) => setImmediate(resolve))
      const batch = this.#waiting.splice(0, LARGEST_BATCH)
      await this.#commit(batch)
    }
    this.#flushing = undefined
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const startedAt = performance.now()
    try {
      const keys = await this.#store(batch.map(({ unit }) => unit))
      this.#onCommit(performance.now() - startedAt, batch.length)
      for (const { resolve } of batch) resolve(keys)
    } catch (error) {
      if (batch.length === 1 || this.#database.isFailure(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      // One unit that cannot be stored must not make the others fail.
      const late = lateIn(batch, error)
      for (const { reject } of late) reject(error)
      const others = batch.filter((waiting) => !late.has(waiting))
      if (late.size > 0) await this.#commit(others)
      else for (const waiting of others) await this.#commit([waiting])
    }
  }

  async #store(units: readonly Unit[]): Promise<Keys> {
    const { insertEvents, storeEvents } = this.#database
    const areLone = units.every(isLoneEvent)
    // The transaction finds out which units came too late.
    if (areLone && storeEvents !== undefined) {
      const stored = await storeEvents(eventsOf(units, NO_KEYS))
      if (stored === 'stored') return NO_KEYS
    }
    return this.#database.transact(async (transaction) => {
      const rated = units.flatMap((unit) => unit.rated ?? [])
      // Hold the players before storing events, so that the events are numbered in the order in
      // which the matches count.
      await this.#database.holdPlayers(transaction, [...playersOf(rated), ...restingIn(units)])
      const made = await insertGames(transaction, units)
      await insertEvents(transaction, eventsOf(units, made))
      if (areLone) return made
      await holdDrafted(transaction, units, this.#database)
      await storeRest(transaction, units, made)
      await storeRatings(transaction, rated)
      return made
    })
  }
}

// --- internal ---

/** Keys of new games by their ids. */
type Keys = ReadonlyMap<GameId, number>
const NO_KEYS: Keys = new Map()

/** SQLite allows 32,766 values in a statement; a new game has eight. */
const LARGEST_BATCH = 2000

type Taken = VersionTaken['taken'][number]

interface Waiting {
  readonly unit: Unit
  readonly resolve: (keys: ReadonlyMap<GameId, number>) => void
  readonly reject: (error: unknown) => void
}

/** A challenge that a unit takes has already been taken. */
export class ChallengeGone extends Error {
  readonly gone: readonly ChallengeId[]

  constructor(gone: readonly ChallengeId[]) {
    super(`challenges that are not there any more: ${gone.join(', ')}`)
    this.gone = gone
  }
}

/** The units that an error is about, so that the others need not be tried one by one. */
function lateIn(batch: readonly Waiting[], error: unknown): ReadonlySet<Waiting> {
  if (error instanceof VersionTaken) return lateOf(batch, error)
  if (error instanceof ArenaGameTaken) {
    return new Set(batch.filter(({ unit }) => unit.arenaGame?.game === error.game))
  }
  if (!(error instanceof ChallengeGone)) return new Set()
  const late = error.gone.map((id) => batch.findLast(({ unit }) => unit.taken?.includes(id)))
  return new Set(late.filter((waiting) => waiting !== undefined))
}

/** The units that came too late. If two units of a batch collide, the second is late. */
function lateOf(batch: readonly Waiting[], { taken }: VersionTaken): ReadonlySet<Waiting> {
  const late = taken.map((one) => batch.findLast(({ unit }) => needs(unit, one)))
  return new Set(late.filter((waiting) => waiting !== undefined))
}

/** Does a unit write this version of a game, or rely on its absence? */
function needs(
  { events = [], arrangements = [], lines = [], latest = [] }: Unit,
  { game, version }: Taken,
): boolean {
  return (
    latest.some((row) => row.game === game && row.version + 1 === version) ||
    events.some((event) => event.game === game && event.version === version) ||
    [...arrangements, ...lines].some((row) => row.game === game && row.version + 1 === version)
  )
}

/** Does a unit store one event and nothing else, as most moves do? */
function isLoneEvent({ events = [], ...others }: Unit): boolean {
  return events.length === 1 && isNothing(others)
}

/** Is a value undefined or empty at every depth? */
function isNothing(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined
  return Object.values(value).every(isNothing)
}

function eventsOf(units: readonly Unit[], keys: Keys): readonly NewEvent[] {
  return units
    .flatMap((unit) => unit.events ?? [])
    .map(({ game, version, command, event }) => ({
      game: keyOf(game, keys),
      version,
      command: command ?? null,
      eventJson: JSON.stringify(event),
    }))
}

/** Players who take a break, and players whose game begins and who may be on one. */
function restingIn(units: readonly Unit[]): readonly PlayerId[] {
  return units.flatMap((unit) => [
    ...(unit.resting?.players ?? []),
    ...(unit.break === undefined ? [] : [unit.break.player]),
  ])
}

function keyOf(game: number | GameId, keys: Keys): number {
  return typeof game === 'number' ? game : (keys.get(game) ?? NO_GAME)
}

/** Stores ends, deadlines and challenges. Most commits have none. */
async function storeRest(
  transaction: Transaction<Tables>,
  units: readonly Unit[],
  keys: Keys,
): Promise<void> {
  for (const { game, at } of units.flatMap((unit) => unit.ended ?? [])) {
    await transaction.updateTable('games').set({ endedAt: at }).where('key', '=', game).execute()
    await transaction.deleteFrom('deadlines').where('game', '=', game).execute()
  }
  const deadlines = units
    .flatMap((unit) => unit.deadlines ?? [])
    .map(({ game, at }) => ({ game: keyOf(game, keys), at }))
  if (deadlines.length > 0) {
    await transaction
      .insertInto('deadlines')
      .values(deadlines)
      .onConflict((conflict) =>
        conflict.column('game').doUpdateSet((row) => ({ at: row.ref('excluded.at') })),
      )
      .execute()
  }
  await storeArrangements(transaction, units)
  await storeLines(transaction, units)
  await refuseLate(
    transaction,
    units.flatMap(({ latest = [] }) => latest),
  )
  for (const round of units.flatMap((unit) => unit.round ?? []))
    await storeRound(transaction, round)
  const beginning = units.flatMap((unit) => unit.resting ?? [])
  await refuseUnrested(transaction, beginning)
  for (const change of units.flatMap((unit) => unit.break ?? []))
    await storeBreak(transaction, change)
  await storeArenaGames(
    transaction,
    units.flatMap(({ arenaGame }) => arenaGame ?? []),
  )
  const leftDeals = units.flatMap((unit) => unit.leftDeals ?? [])
  await storeLeftDeals(transaction, leftDeals, (game) => keyOf(game, keys))
  await takeChallenges(transaction, units)
  const challenges = units.flatMap(({ challenge }) => challenge ?? [])
  if (challenges.length > 0) {
    await transaction.deleteFrom('challenges').where('id', 'in', challenges).execute()
  }
}

/**
 * Deletes challenges, all of which must exist. Two units of a commit cannot take the same
 * challenge.
 */
async function takeChallenges(
  transaction: Transaction<Tables>,
  units: readonly Unit[],
): Promise<void> {
  const taken = units.flatMap((unit) => unit.taken ?? [])
  if (taken.length === 0) return
  const rows = await transaction
    .deleteFrom('challenges')
    .where('id', 'in', taken.toSorted())
    .returning('id')
    .execute()
  const there = new Set(rows.map(({ id }) => id))
  const gone = taken.filter((id) => !there.delete(id))
  if (gone.length > 0) throw new ChallengeGone(gone)
}

/**
 * Locks games with new drafts or lines. A draft adds no event that could collide with the start of
 * its game on another node. Likewise, lines add none that could collide with the move they answer.
 * The lock makes one transaction wait until the other is committed, and see its changes. Units with
 * events of their own collide through those, and would deadlock here.
 */
async function holdDrafted(
  transaction: Transaction<Tables>,
  units: readonly Unit[],
  { holdGames }: Database,
): Promise<void> {
  const hidden = units.filter(({ events = [] }) => events.length === 0)
  const games = hidden.flatMap(({ arrangements = [], lines = [] }) =>
    [...arrangements, ...lines].map(({ game }) => game),
  )
  await holdGames(transaction, [...new Set(games)])
}

/** Stores arrangements. The last one of each side counts. */
async function storeArrangements(
  transaction: Transaction<Tables>,
  units: readonly Unit[],
): Promise<void> {
  const rows = units.flatMap((unit) => unit.arrangements ?? [])
  const latest = new Map(rows.map((row) => [`${row.game} ${row.color}`, row]))
  if (latest.size > 0) {
    await transaction
      .insertInto('arrangements')
      .values(
        [...latest.values()].map(({ game, color, arrangement }) => ({ game, color, arrangement })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['game', 'color'])
          .doUpdateSet((row) => ({ arrangement: row.ref('excluded.arrangement') })),
      )
      .execute()
  }
  await refuseLate(transaction, rows)
  await takeArrangements(
    transaction,
    units.flatMap((unit) => unit.arranged ?? []),
  )
}

/** Follows, drops and sets lines. */
async function storeLines(transaction: Transaction<Tables>, units: readonly Unit[]): Promise<void> {
  await refuseUnheard(
    transaction,
    units.flatMap((unit) => unit.lined ?? []),
  )
  const rows = units.flatMap((unit) => unit.lines ?? [])
  await refuseUnordered(transaction, rows)
  for (const { game, color, linesJson } of rows) {
    if (linesJson === undefined) {
      await transaction
        .deleteFrom('lines')
        .where('game', '=', game)
        .where('color', '=', color)
        .execute()
      continue
    }
    await transaction
      .insertInto('lines')
      .values({ game, color, linesJson })
      .onConflict((conflict) => conflict.columns(['game', 'color']).doUpdateSet({ linesJson }))
      .execute()
  }
  await refuseLate(transaction, rows)
}

/** Refuses decisions that did not see lines set on another node, which may contain a reply. */
async function refuseUnheard(
  transaction: Transaction<Tables>,
  lined: readonly LinedGame[],
): Promise<void> {
  if (lined.length === 0) return
  const rows = await transaction
    .selectFrom('lines')
    .selectAll()
    .where(
      'game',
      'in',
      lined.map(({ game }) => game),
    )
    .execute()
  const late = lined.filter((unit) => COLORS.some((color) => isUnheard(unit, color, rows)))
  if (late.length > 0) throw new VersionTaken(late)
}

/** Refuses lines decided without seeing newer ones from another node. */
async function refuseUnordered(
  transaction: Transaction<Tables>,
  lines: readonly LinesRow[],
): Promise<void> {
  if (lines.length === 0) return
  const games = lines.map(({ game }) => game)
  const rows = await transaction
    .selectFrom('lines')
    .selectAll()
    .where('game', 'in', games)
    .execute()
  const late = lines.filter(({ game, color, order }) => {
    const row = rows.find((each) => each.game === game && each.color === color)
    const parsed = ownLinesSchema.safeParse(row && parseJson(row.linesJson))
    return (parsed.data?.order ?? 0) !== order
  })
  if (late.length === 0) return
  throw new VersionTaken(late.map(({ game, version }) => ({ game, version: version + 1 })))
}

/**
 * Do the stored lines of a side that begin at this position differ from the known ones? Lines that
 * begin elsewhere do not matter.
 */
function isUnheard(
  { game, ply, position, known }: LinedGame,
  color: Color,
  rows: readonly LinesTable[],
): boolean {
  const row = rows.find((each) => each.game === game && each.color === color)
  const parsed = ownLinesSchema.safeParse(row && parseJson(row.linesJson))
  const set = parsed.data?.set
  const isHere = set !== undefined && set.ply === ply && set.position === position
  return (isHere ? set.command : undefined) !== known[color]
}

/** Deletes arrangements. Refuses the unit if another node has stored one unseen. */
async function takeArrangements(
  transaction: Transaction<Tables>,
  arranged: readonly ArrangedGame[],
): Promise<void> {
  if (arranged.length === 0) return
  const rows = await transaction
    .deleteFrom('arrangements')
    .where(
      'game',
      'in',
      arranged.map(({ game }) => game),
    )
    .returningAll()
    .execute()
  const late = arranged.filter(({ game, known }) =>
    rows.some((row) => row.game === game && known[row.color] !== row.arrangement),
  )
  if (late.length > 0) throw new VersionTaken(late)
}

/**
 * A draft or a deadline has no event whose version could collide, so this checks whether its game
 * has newer events. It runs after the write: from then on no other transaction can write the same
 * arrangement.
 */
async function refuseLate(
  transaction: Transaction<Tables>,
  rows: readonly { readonly game: number; readonly version: number }[],
): Promise<void> {
  if (rows.length === 0) return
  const games = await transaction
    .selectFrom('events')
    .select((events) => ['game', events.fn.max('version').as('version')])
    .where(
      'game',
      'in',
      rows.map(({ game }) => game),
    )
    .groupBy('game')
    .execute()
  const latest = new Map(games.map(({ game, version }) => [game, version]))
  const late = rows.filter(({ game, version }) => (latest.get(game) ?? 0) > version)
  if (late.length === 0) return
  throw new VersionTaken(late.map(({ game, version }) => ({ game, version: version + 1 })))
}

/** No game has this key, so the foreign key refuses rows without a game. */
const NO_GAME = 0

async function insertGames(
  transaction: Transaction<Tables>,
  units: readonly Unit[],
): Promise<Keys> {
  const rows = units.flatMap(({ games = [], challenge = null }) =>
    games.map((game) => ({
      ...game,
      secret: game.secret ?? null,
      endedAt: null,
      damage: null,
      challenge,
    })),
  )
  if (rows.length === 0) return new Map()
  const inserted = await transaction
    .insertInto('games')
    .values(rows)
    .returning(['id', 'key'])
    .execute()
  return new Map(inserted.map(({ id, key }) => [id, key]))
}
