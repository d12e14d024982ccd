// @ts-check
/**
 * Servers that are changed before they start. Some are broken on purpose, because a campaign that
 * does not notice them proves nothing: their journal, their cluster or another of their parts
 * misbehaves. One is the next version.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { ok } from '@hokito/rules'
import { Nodes } from '../../packages/server/dist/cluster/nodes.js'
import { deadlineOf } from '../../packages/server/dist/game/ending.js'
import { GameWriter } from '../../packages/server/dist/live/game-writer.js'
import { Journal } from '../../packages/server/dist/live/journal.js'
import { POSTGRES_COLUMNS } from '../../packages/server/dist/store/columns.js'
import { GameStore } from '../../packages/server/dist/store/game-store.js'
import { stepsFor } from '../../packages/server/dist/store/migrations.js'
import { connectBeside, openPostgres } from '../../packages/server/dist/store/postgres.js'
import { readDueGames, settle } from '../../packages/server/dist/tournaments/arena-store.js'
import { Arenas } from '../../packages/server/dist/tournaments/arenas.js'
import { calledOff, playedAlone } from '../../packages/server/dist/tournaments/outcome.js'
import { Rounds } from '../../packages/server/dist/tournaments/rounds.js'
import { endsAtOf, readStarted } from '../../packages/server/dist/tournaments/tournament-row.js'
import { TournamentStore } from '../../packages/server/dist/tournaments/tournament-store.js'
import { wait } from '../attack/wait.mjs'

/**
 * @typedef {Journal['write']} Write
 * @typedef {Parameters<Write>[0]} Unit
 * @typedef {() => ReturnType<TournamentStore['read']>} Read
 * @typedef {import('../../packages/server/dist/tournaments/arena-store.js').ArenaPlayer} Player
 */

/** What breaks a server, by name: called in its process before it starts. */
export const BREAKAGES = {
  /** Events are acknowledged while they are on their way to the database. */
  'acknowledge-before-commit': () =>
    writeBy((unit, write) => {
      const written = write(unit)
      if (!has(unit, 'event') || has(unit, 'game')) return written
      written.catch(() => undefined)
      return Promise.resolve(ok(new Map()))
    }),

  /** An event whose version is taken is dropped without any notice. */
  'no-version-check': () =>
    writeBy(async (unit, write) => {
      for (let left = unit; ; ) {
        const written = await write(left)
        if (written.ok || written.error.kind !== 'versionTaken') return written
        const { game, version } = written.error
        left = left.filter(
          (each) => each.kind !== 'event' || each.game !== game || each.version !== version,
        )
      }
    }),

  /** Nodes do not claim a deadline, and do not check again what they have decided by it. */
  'deadline-swept-twice': () => {
    const db = beside()
    Nodes.prototype.claimDue = async (now, limit) => {
      const due = db.selectFrom('deadlines').where('at', '<=', now).orderBy('at').limit(limit)
      const games = due.innerJoin('games', 'games.key', 'game').where('damage', 'is', null)
      const rows = await games.select('games.id').execute()
      return rows.map(({ id }) => id)
    }
    /** @type {WeakMap<object, Parameters<GameWriter['write']>[1]>} */
    const decided = new WeakMap()
    const { write, writeDeadline } = GameWriter.prototype
    GameWriter.prototype.write = async function (live, writing) {
      const { events, circumstances } = writing
      const isEarly = circumstances.now < (deadlineOf(live.game.view) ?? Number.POSITIVE_INFINITY)
      if (isEarly || events[0]?.kind === 'paused') return write.call(this, live, writing)
      const first = decided.get(live) ?? writing
      decided.set(live, first)
      await wait(300)
      return write.call(this, live, first)
    }
    GameWriter.prototype.writeDeadline = async function (live) {
      const first = decided.get(live)
      if (first === undefined) return writeDeadline.call(this, live)
      await wait(300)
      const stored = await write.call(this, live, first)
      return stored.ok ? ok(undefined) : stored
    }
  },

  /** A game begins although another has taken one of its challenges. */
  'pairing-not-atomic': () =>
    writeBy((unit, write) =>
      write(
        unit.map((each) =>
          each.kind === 'takenChallenge' ? { ...each, kind: 'endedChallenge' } : each,
        ),
      ),
    ),

  /** Nodes pair a round of a tournament without asking whether it has been paired. */
  'round-paired-twice': () => {
    const db = beside()
    runOnAllNodes()
    writeBy(async (unit, write) => {
      if (has(unit, 'round')) await wait(BUSY_MS)
      const stored = await write(unit)
      if (stored.ok || stored.error.kind !== 'roundTaken') return stored
      const { tournament, round } = stored.error
      const pairings = db.deleteFrom('tournamentPairings').where('tournament', '=', tournament)
      await pairings.where('round', '=', round).execute()
      const row = db.updateTable('tournaments').where('id', '=', tournament)
      await row.set({ round: round - 1 }).execute()
      return write(unit)
    })
  },

  /** A round of a tournament is stored a while before its games. */
  'round-not-atomic': () =>
    writeBy(async (unit, write) => {
      if (!has(unit, 'round')) return write(unit)
      const assigned = await write(unit.filter(({ kind }) => kind === 'round'))
      if (!assigned.ok) return assigned
      await wait(BUSY_MS)
      return write(unit.filter(({ kind }) => kind !== 'round'))
    }),

  /** The pairing of a tournament ignores who has met. */
  'met-forgotten': () =>
    readBy(Rounds, async (read) => {
      const found = await read()
      if (typeof found !== 'object' || !('pairings' in found)) return found
      return { ...found, pairings: found.pairings.filter(({ opponent }) => opponent === null) }
    }),

  /** An arena begins games for players without asking whether they have one. */
  'second-game': () => {
    const db = beside()
    readBy(Arenas, (read) => withPlayers(read, { game: null }))
    writeBy(async (unit, write) => {
      const stored = await write(unit)
      const [assigned] = unit
      if (stored.ok || assigned?.kind !== 'arenaGame') return stored
      await db.transaction().execute(async (transaction) => {
        for (const { player, games } of Object.values(assigned.seats)) {
          const its = { tournament: assigned.tournament, player }
          const own = transaction.updateTable('arenaPlayers').where((row) => row.and(its))
          await own.set({ game: null }).execute()
          const pairing = transaction.deleteFrom('arenaPairings').where((row) => row.and(its))
          await pairing.where('number', '=', games + 1).execute()
        }
      })
      return write(unit)
    })
  },

  /** Two nodes note the same result of an arena. */
  'result-noted-twice': () => {
    const db = beside()
    runOnAllNodes()
    const isGoingOn = readBy(Arenas, async (read) => {
      await wait(BUSY_MS)
      return read()
    })
    const { read } = GameStore.prototype
    GameStore.prototype.read = async function (game) {
      const noted = db.updateTable('arenaPairings').where('game', '=', game)
      if (isGoingOn()) await noted.set({ score: null, points: null }).execute()
      return read.call(this, game)
    }
  },

  /** The pairing of an arena ignores who has just met. */
  'last-forgotten': () => void readBy(Arenas, (read) => withPlayers(read, { opponent: null })),

  /** An arena counts games that end up to twenty seconds after its time. */
  'late-games-count': () => {
    const lateMs = 20_000
    const db = beside()
    const games = new GameStore(db, () => undefined)
    const { run } = Arenas.prototype
    Arenas.prototype.run = async function () {
      const now = Date.now()
      for (const row of await readStarted(db, ['arena'], now)) {
        const overMs = now - endsAtOf(row)
        if (overMs <= 0 || overMs > lateMs) continue
        const due = await readDueGames(db, { ...row, startsAt: row.startsAt + lateMs })
        for (const game of due.keys()) {
          const found = await games.read(game)
          if (found?.kind !== 'sound') continue
          const { view } = found.game
          const isAborted = view.ending?.kind === 'aborted'
          for (const result of isAborted ? calledOff(view) : playedAlone(found.game)) {
            const settled = { tournament: row.id, game, result, now }
            await db.transaction().execute((transaction) => settle(transaction, settled))
          }
        }
        return
      }
      return run.call(this)
    }
  },
}

/** The schema has one more step, beside which the version before goes on. */
export const NEXT_VERSION = 'next-version'

/** @type {Readonly<Record<string, () => unknown>>} */
export const CHANGES = {
  ...BREAKAGES,
  [NEXT_VERSION]: async () => {
    /** @type {ReturnType<typeof stepsFor>[string]['migration']['up']} */
    const up = async (db) => {
      for (const table of ['players', 'sessions', 'games', 'events', 'challenges', 'facts']) {
        await db.schema.alterTable(table).addColumn('nextVersion', 'text').execute()
      }
      await db.schema.createTable('nextVersion').addColumn('what', 'text').execute()
    }
    const opened = await openPostgres(DATABASE_URL, undefined, true, {
      ...stepsFor(POSTGRES_COLUMNS),
      [`9999-${NEXT_VERSION}`]: { isAdditive: true, migration: { up } },
    })
    await opened.close()
  },
}

// --- internal ---

/** As a node that is busy would, so that another comes in between. */
const BUSY_MS = 1500

const DATABASE_URL = process.env.DATABASE_URL ?? ''

const beside = () => connectBeside(DATABASE_URL)

/**
 * @param {Unit} unit
 * @param {Unit[number]['kind']} kind
 */
function has(unit, kind) {
  return unit.some((each) => each.kind === kind)
}

/**
 * Gives the server a journal that writes units as it likes.
 * @param {(unit: Unit, write: Write) => ReturnType<Write>} misbehave given how it should write
 */
function writeBy(misbehave) {
  const { write } = Journal.prototype
  Journal.prototype.write = function (unit) {
    return misbehave(unit, (part) => write.call(this, part))
  }
}

/** Gives the server a cluster in which all nodes take tournaments further at the same time. */
function runOnAllNodes() {
  const { unlessOthersDo } = Nodes.prototype
  Nodes.prototype.unlessOthersDo = function (task, run) {
    return task === 'tournaments' ? run() : unlessOthersDo.call(this, task, run)
  }
}

/**
 * Gives those who take tournaments further a store that reads as it likes. What is shown of
 * tournaments stays right.
 * @param {typeof Rounds | typeof Arenas} course
 * @param {(read: Read) => ReturnType<Read>} misbehave given how it should read
 * @returns whether the caller takes tournaments further
 */
function readBy(course, misbehave) {
  /** @type {AsyncLocalStorage<true>} */
  const goingOn = new AsyncLocalStorage()
  const isGoingOn = () => goingOn.getStore() === true
  const { run } = course.prototype
  course.prototype.run = function () {
    return goingOn.run(true, () => Reflect.apply(run, this, []))
  }
  const { read } = TournamentStore.prototype
  TournamentStore.prototype.read = function (id) {
    const well = () => read.call(this, id)
    return isGoingOn() ? misbehave(well) : well()
  }
  return isGoingOn
}

/**
 * An arena whose players are in another state.
 * @param {Read} read
 * @param {Partial<Player>} state
 * @returns {ReturnType<Read>}
 */
async function withPlayers(read, state) {
  const found = await read()
  if (typeof found !== 'object' || !('players' in found)) return found
  return { ...found, players: found.players.map((player) => ({ ...player, ...state })) }
}
