// @ts-check
/**
 * `node bench/server/explorer.mjs`: how much space the explorer takes for each game, and how fast
 * it answers, with a million games.
 *
 * Games of random moves, a third of them from one of fifty deals, are counted many at a time and
 * without their events, which no query of the explorer reads. For the first of them the benchmark
 * checks that this gives exactly the rows of the server's own walk. The last games are stored with
 * all their events and counted by that walk, as a server counts games that end; they show what a
 * game costs.
 *
 * Options: `--games` (1000000); `--sample` (2000) to check, enough that no shared deal occurs only
 * once; `--walked` (2000) by the walk; `--database` (the address of an empty PostgreSQL database;
 * by default a new SQLite file).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { setUp, tell } from '../../scripts/setup.mjs'
import { quantile } from '../engine/figures.mjs'

await setUp()
const { ExplorerStore } = await import('../../packages/server/dist/explorer/explorer-store.js')
const { RowReader } = await import('../../packages/server/dist/store/row-reader.js')
const { Walk } = await import('../../packages/server/dist/explorer/walk.js')
const { LongWork } = await import('../../packages/server/dist/limiting/long-work.js')
const { IN_MEMORY, openDatabase } = await import('../../packages/server/dist/store/database.js')
const { openPostgres } = await import('../../packages/server/dist/store/postgres.js')
const { keysOf } = await import('../../packages/server/dist/players/looks.js')
const { Sqlite } = await import('../../packages/server/dist/store/sqlite.js')
const { GameStore } = await import('../../packages/server/dist/store/game-store.js')
const rules = await import('@hokito/rules')
const { countTogether, rowsOf } = await import('./explorer-counting.mjs')
const { eventsOf, gamesFrom } = await import('./explorer-games.mjs')
/** @typedef {import('./explorer-games.mjs').FinishedGame} FinishedGame */
/** @typedef {import('../../packages/server/dist/store/database.js').Database} Database */

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '1000000' },
    sample: { type: 'string', default: '2000' },
    walked: { type: 'string', default: '2000' },
    database: { type: 'string' },
  },
})
const [count, sample, walked] = [values.games, values.sample, values.walked].map(Number)
const STORED_TOGETHER = 500
const COUNTED_TOGETHER = 2500
const TOLD = 100_000
const ASKED = 500
const MADE_ANEW = 17
const TABLES = ['exploredGames', 'exploredMoves', 'exploredCounts']

const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'hokito-bench-'))
const file = join(folder, 'hokito.db')
const isPostgres = values.database?.startsWith('postgres')
const database = await (isPostgres ? openPostgres(values.database ?? '') : openDatabase(file))
const games = gamesFrom(MADE_ANEW)
try {
  await measure()
} finally {
  await database.close()
  rmSync(folder, { recursive: true })
}

async function measure() {
  const [total = 0, checked = 0, last = 0] = [count, sample, walked]
  const together = total - last
  await addPlayers(database)
  await checkSample(Math.min(checked, together))
  for (let stored = Math.min(checked, together); stored < together; ) {
    const some = drawGames(stored, Math.min(COUNTED_TOGETHER, together - stored))
    await storeGames(database, some)
    await countTogether(database, some)
    stored += some.length
    if (Math.floor(stored / TOLD) > Math.floor((stored - some.length) / TOLD)) {
      tell(`${stored} games after ${Math.round(performance.now() / 1000)} s`)
    }
  }
  await walkOver(together, last)
  tell(`${total} games on ${isPostgres ? 'PostgreSQL' : 'SQLite'}`)
  await tellSizes(total)
  await askAll(total)
}

/**
 * Counts the first games in both ways: here, and by the server's walk over their events in a
 * separate database.
 * @param {number} checked
 */
async function checkSample(checked) {
  const some = drawGames(0, checked)
  await storeGames(database, some)
  await countTogether(database, some)
  const other = await openDatabase(IN_MEMORY)
  try {
    await addPlayers(other)
    await storeGames(other, some)
    await storeEvents(other, some)
    await walkThrough(other)
    const [ours, theirs] = [await rowsOf(database), await rowsOf(other)]
    if (!isDeepStrictEqual(ours, theirs)) throw new Error('the walk has counted otherwise')
    const rows = Object.entries(ours).map(([table, { length }]) => `${length} of ${table}`)
    tell(`the first ${checked} games: the walk makes the same rows, ${rows.join(', ')}`)
  } finally {
    await other.close()
  }
}

/**
 * Stores `some` more games with their events, and counts them as the server does.
 * @param {number} before
 * @param {number} some
 */
async function walkOver(before, some) {
  for (let at = 0; at < some; at += STORED_TOGETHER) {
    const next = drawGames(before + at, Math.min(STORED_TOGETHER, some - at))
    await storeGames(database, next)
    await storeEvents(database, next)
  }
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  const longest = await walkThrough(database)
  const { user, system } = process.cpuUsage(cpuBefore)
  const wall = ((performance.now() - startedAt) / some).toFixed(2)
  const cpu = ((user + system) / 1000 / some).toFixed(2)
  tell(`counting, replaying included: ${wall} ms a game, of it this process's ${cpu} ms`)
  tell(`the longest part, of 25 games: ${longest.toFixed()} ms`)
}

/**
 * Returns the milliseconds of the longest part.
 * @param {Database} database
 */
async function walkThrough(database) {
  const store = new GameStore(database.db, (game, damage) => tell(`${game}: ${damage}`))
  const walk = new Walk(database, store, new LongWork())
  let longest = 0
  for (let isMore = true; isMore; ) {
    const partAt = performance.now()
    isMore = await walk.run(Number.MAX_SAFE_INTEGER)
    longest = Math.max(longest, performance.now() - partAt)
  }
  return longest
}

/**
 * @param {number} before the number of existing games
 * @param {number} some
 */
function drawGames(before, some) {
  return Array.from({ length: some }, (_, n) => games.next(before + n + 1))
}

/** @param {Database} database */
async function addPlayers({ db }) {
  const rows = games.players.map((id, n) => {
    const name = games.nameOf(n)
    return { id, name, nameKey: keysOf(name)[0], createdAt: 1 }
  })
  await db.insertInto('players').values(rows).execute()
}

/**
 * @param {Database} database
 * @param {readonly FinishedGame[]} some
 */
async function storeGames({ transact }, some) {
  await transact(async (transaction) => {
    for (let at = 0; at < some.length; at += STORED_TOGETHER) {
      const rows = some
        .slice(at, at + STORED_TOGETHER)
        .map(({ key, id, black, white, createdAt, endedAt }) => {
          return { key, id, black, white, createdAt, endedAt, secret: null, damage: null }
        })
      await transaction.insertInto('games').values(rows).execute()
    }
  })
}

/**
 * @param {Database} database
 * @param {readonly FinishedGame[]} some
 */
async function storeEvents(database, some) {
  await database.transact(async (transaction) => {
    for (const game of some) {
      const rows = eventsOf(game).map((event, index) => {
        const eventJson = JSON.stringify(event)
        return { game: game.key, version: index + 1, command: null, eventJson }
      })
      await database.insertEvents(transaction, rows)
    }
  })
}

/**
 * Prints the bytes of each table with its indexes.
 * @param {number} total
 */
async function tellSizes(total) {
  const sizes = await (isPostgres ? postgresSizes() : sqliteSizes())
  const all = sizes.reduce((sum, [, size]) => sum + size, 0)
  const parts = sizes.map(([table, size]) => `${Math.round(size / total)} of ${table}`)
  tell(`size: ${Math.round(all / total)} bytes a game: ${parts.join(', ')}`)
}

/** @returns {Promise<readonly (readonly [string, number])[]>} */
async function postgresSizes() {
  const sizes = TABLES.map(async (table) => {
    const { size } = await database.db
      .selectNoFrom(({ fn, val }) => fn('pg_total_relation_size', [val(`"${table}"`)]).as('size'))
      .executeTakeFirstOrThrow()
    return /** @type {const} */ ([table, Number(size)])
  })
  return Promise.all(sizes)
}

/** @returns {Promise<readonly (readonly [string, number])[]>} */
async function sqliteSizes() {
  const sqlite = new Sqlite(file, { readonly: true })
  const query = sqlite.prepare(
    `select coalesce(sum(pgsize), 0) as size from dbstat where aggregate = true
    and name in (select name from sqlite_schema where tbl_name = ?)`,
  )
  const sizes = TABLES.map((table) => {
    const { size } = Object(query.get(table))
    return /** @type {const} */ ([table, Number(size)])
  })
  sqlite.close()
  return sizes
}

/** @param {number} total */
async function askAll(total) {
  const store = new ExplorerStore({ db: database.db, rows: new RowReader(() => undefined) })
  const start = () => rules.start(games.sharedDeal(), 'either')
  const deal = () => rules.formatDeal(games.sharedDeal())
  await ask('moves at a shared beginning', () => store.movesAt(start()))
  await ask('the latest games', () => store.games({}, undefined))
  await ask('games of a player', () => store.games({ player: games.anyName() }, undefined))
  await ask('games that were drawn', () => store.games({ winner: 'draw' }, undefined))
  await ask('games of a length', () =>
    store.games({ plies: String(15 + games.drawn(15)) }, undefined),
  )
  await ask('games of a deal', () => store.games({ deal: deal() }, undefined))
  await ask('games of a day', () => store.games(games.anyDay(total), undefined))
  await ask('statistics', () => store.statistics())
}

/**
 * @param {string} what
 * @param {() => Promise<unknown>} query
 */
async function ask(what, query) {
  /** @type {number[]} */
  const took = []
  /** @type {number[]} */
  const worked = []
  for (let n = 0; n < ASKED; n++) {
    const startedAt = performance.now()
    const cpuBefore = process.cpuUsage()
    await query()
    const { user, system } = process.cpuUsage(cpuBefore)
    worked.push((user + system) / 1000)
    took.push(performance.now() - startedAt)
  }
  tell(`${what}: ${spread(took)}; of it this process's processor time: ${spread(worked)}`)
}

/** @param {readonly number[]} times */
function spread(times) {
  const [middle, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  return `median ${middle.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}
