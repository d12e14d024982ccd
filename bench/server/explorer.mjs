// @ts-check
/**
 * `node bench/server/explorer.mjs`: what the explorer takes for each game, and how soon it answers. Games of random moves
 * are stored as rows that equal what the server writes, a third of them from one of fifty deals; then they are counted
 * as a server counts games that ended before, and asked about. Both go on in turns, ten thousand games each, and what
 * was found is told at every hundred thousand. Options: `--games` (1000000), `--database` (the address of an empty
 * PostgreSQL database; absent, a SQLite file of its own).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, install, tell } from '../../scripts/setup.mjs'

install()
build()
const { ExplorerStore } = await import('../../packages/server/dist/explorer/explorer-store.js')
const { Walk } = await import('../../packages/server/dist/explorer/walk.js')
const { SYSTEM_CHANCE } = await import('../../packages/server/dist/chance.js')
const { openDatabase } = await import('../../packages/server/dist/store/database.js')
const { openPostgres } = await import('../../packages/server/dist/store/postgres.js')
const { keysOf } = await import('../../packages/server/dist/players/looks.js')
const { Sqlite } = await import('../../packages/server/dist/store/sqlite.js')
const { GameStore } = await import('../../packages/server/dist/store/game-store.js')
const { playerIdSchema } = await import('@hokito/protocol')
const rules = await import('@hokito/rules')
/** @typedef {import('@hokito/protocol').PlayerId} PlayerId */

const { values } = parseArgs({
  options: { games: { type: 'string', default: '1000000' }, database: { type: 'string' } },
})
const count = Number(values.games)
const PLAYERS = 1000
const SHARED = 50
const STORED_TOGETHER = 500
const ROUND = 10_000
const TOLD = 100_000
const ASKED = 500
const bytes = rules.seededBytes(17)
/** @param {number} below */
const drawn = (below) => rules.randomIndex(below, bytes)

const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'hokito-bench-'))
const file = join(folder, 'hokito.db')
const isPostgres = values.database?.startsWith('postgres')
const database = await (isPostgres ? openPostgres(values.database ?? '') : openDatabase(file))
const { db } = database
/** @type {readonly PlayerId[]} */
const players = Array.from({ length: PLAYERS }, (_, n) =>
  playerIdSchema.parse(`player${String(n).padStart(6, '0')}`),
)
const deals = Array.from({ length: SHARED }, () => rules.randomDeal('standard', bytes))
try {
  await measure()
} finally {
  await database.close()
  rmSync(folder, { recursive: true })
}

async function measure() {
  await db
    .insertInto('players')
    .values(
      players.map((id, n) => ({
        id,
        name: `Bench ${n}`,
        nameKey: keysOf(`Bench ${n}`)[0],
        createdAt: 1,
      })),
    )
    .execute()
  const walk = new Walk(database, new GameStore(db, (game, damage) => tell(`${game}: ${damage}`)))
  const spent = { wallMs: 0, cpuMs: 0, bytes: 0, longestMs: 0 }
  for (let stored = 0; stored < count; ) {
    const round = Math.min(stored + ROUND, count)
    for (; stored < round; stored += Math.min(STORED_TOGETHER, round - stored)) {
      await storeGames(stored, Math.min(STORED_TOGETHER, round - stored))
    }
    await countGames(walk, spent)
    if (stored % TOLD === 0 || stored === count) {
      tellOf(stored, spent)
      await askAll()
    }
  }
}

/**
 * @param {import('../../packages/server/dist/explorer/walk.js').Walk} walk
 * @param {{ wallMs: number, cpuMs: number, bytes: number, longestMs: number }} spent
 */
async function countGames(walk, spent) {
  const before = await sizeOf()
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  for (let isMore = true; isMore; ) {
    const partAt = performance.now()
    isMore = await walk.run(Number.MAX_SAFE_INTEGER)
    spent.longestMs = Math.max(spent.longestMs, performance.now() - partAt)
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  spent.wallMs += performance.now() - startedAt
  spent.cpuMs += (user + system) / 1000
  spent.bytes += (await sizeOf()) - before
}

/**
 * @param {number} games
 * @param {{ wallMs: number, cpuMs: number, bytes: number, longestMs: number }} spent
 */
function tellOf(games, { wallMs, cpuMs, bytes, longestMs }) {
  tell(`${games} games on ${isPostgres ? 'PostgreSQL' : 'SQLite'}`)
  tell(`size: ${Math.round(bytes / games)} bytes a game`)
  tell(`counting: ${(wallMs / games).toFixed(2)} ms a game, replaying it included`)
  tell(
    `of it this process's: ${(cpuMs / games).toFixed(2)} ms; longest part ${longestMs.toFixed()} ms`,
  )
}

/**
 * Stores so many games in one commit, with all their events.
 * @param {number} before games that there are already
 * @param {number} some
 */
async function storeGames(before, some) {
  const games = Array.from({ length: some }, (_, n) => {
    const seats = { black: player(), white: player() }
    return { key: before + n + 1, id: SYSTEM_CHANCE.fresh().id, ...seats }
  })
  await database.transact(async (transaction) => {
    const ended = { createdAt: 1, endedAt: 2, secret: null, damage: null }
    await transaction
      .insertInto('games')
      .values(games.map((game) => ({ ...game, ...ended })))
      .execute()
    for (const { key, id, ...seats } of games) {
      const rows = eventsOf(id, seats).map((event, index) => {
        return { game: key, version: index + 1, command: null, eventJson: JSON.stringify(event) }
      })
      await database.insertEvents(transaction, rows)
    }
  })
}

function player() {
  return players[drawn(PLAYERS)] ?? players[0] ?? playerIdSchema.parse('')
}

/**
 * A game from its first event to its last.
 * @param {string} game
 * @param {{ readonly black: PlayerId, readonly white: PlayerId }} seats
 */
function eventsOf(game, { black, white }) {
  const shared = drawn(3) === 0 ? deals[drawn(SHARED)] : undefined
  const deal = shared ?? rules.randomDeal('standard', bytes)
  let position = rules.start(deal, 'either')
  const moves = []
  for (;;) {
    const move = anyMove(position)
    const played = move && rules.tryPlay(position, move)
    if (move === undefined || !played?.ok) break
    moves.push({ kind: 'moved', at: 1, ...move, lagMs: 0 })
    position = played.value
  }
  const number = rules.formatDeal(deal)
  const timeControl = { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 }
  const setup = { kind: 'given', deal: number }
  const terms = { setup, endRule: 'either', timeControl, allowsTakebacks: true, games: 1 }
  const cards = { black: { id: black, name: 'Black' }, white: { id: white, name: 'White' } }
  const ending = { kind: 'stuck', winner: rules.outcome(position)?.winner }
  return [
    { kind: 'created', at: 1, game, terms, seats: cards, isListed: true },
    { kind: 'dealt', at: 1, deal: number },
    ...moves,
    { kind: 'ended', at: 2, ending },
  ]
}

/**
 * A move of the side to move, found by trying, which is quicker than choosing from all; none where there is none.
 * @param {import('@hokito/rules').Position} position
 */
function anyMove(position) {
  for (let tries = 0; tries < 40; tries++) {
    const from = drawn(rules.SQUARE_COUNT)
    const stack = position.board[from]
    if (stack === undefined || rules.ownerOf(stack) !== position.turn) continue
    const landings = rules.destinations(position, from)
    const to = landings[drawn(Math.max(1, landings.length))]
    if (to !== undefined) return { from, to }
  }
  return rules.legalMoves(position)[0]
}

/** Bytes that the database takes. */
async function sizeOf() {
  if (isPostgres) {
    const { size } = await db
      .selectNoFrom(({ fn }) => fn('pg_database_size', [fn('current_database', [])]).as('size'))
      .executeTakeFirstOrThrow()
    return Number(size)
  }
  const sqlite = new Sqlite(file, { readonly: true })
  const pages = Number(sqlite.pragma('page_count', { simple: true }))
  const size = pages * Number(sqlite.pragma('page_size', { simple: true }))
  sqlite.close()
  return size
}

async function askAll() {
  const store = new ExplorerStore(db)
  const deal = () => deals[drawn(SHARED)] ?? rules.randomDeal('standard', bytes)
  await ask('moves at a shared beginning', () => store.movesAt(rules.start(deal(), 'either')))
  await ask('the latest games', () => store.games({}, undefined))
  await ask('games of a player', () =>
    store.games({ player: `Bench ${drawn(PLAYERS)}` }, undefined),
  )
  await ask('games that were drawn', () => store.games({ winner: 'draw' }, undefined))
  await ask('games of a length', () => store.games({ plies: String(15 + drawn(15)) }, undefined))
  await ask('games of a deal', () => store.games({ deal: rules.formatDeal(deal()) }, undefined))
  await ask('statistics', () => store.statistics())
}

/**
 * @param {string} what
 * @param {() => Promise<unknown>} query
 */
async function ask(what, query) {
  /** @type {number[]} */
  const took = []
  for (let n = 0; n < ASKED; n++) {
    const startedAt = performance.now()
    await query()
    took.push(performance.now() - startedAt)
  }
  took.sort((a, b) => a - b)
  const at = (/** @type {number} */ share) => took[Math.floor(share * ASKED)]?.toFixed(1)
  tell(`${what}: median ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}
