// @ts-check
/**
 * `node bench/server/explorer.mjs`: what the explorer takes for each game, and how soon it answers. Games of random moves
 * are stored as rows that equal what the server writes, a third of them from one of fifty deals; then they are counted
 * as a server counts games that ended before, and asked about. Options: `--games` (1000000), `--database` (the
 * address of an empty PostgreSQL database; absent, a SQLite file of its own).
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
const { gameEventSchema, playerIdSchema } = await import('@hokito/protocol')
const rules = await import('@hokito/rules')
/** @typedef {import('@hokito/protocol').PlayerId} PlayerId */

const { values } = parseArgs({
  options: { games: { type: 'string', default: '1000000' }, database: { type: 'string' } },
})
const count = Number(values.games)
const PLAYERS = 1000
const SHARED = 50
const STORED_TOGETHER = 500
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
  for (let stored = 0; stored < count; stored += STORED_TOGETHER) {
    await storeGames(Math.min(STORED_TOGETHER, count - stored))
  }
  const before = await sizeOf()
  const walk = new Walk(database, new GameStore(db, (game, damage) => tell(`${game}: ${damage}`)))
  const startedAt = performance.now()
  while (await walk.run(Number.MAX_SAFE_INTEGER));
  const took = performance.now() - startedAt
  const size = (await sizeOf()) - before
  tell(`${count} games on ${isPostgres ? 'PostgreSQL' : 'SQLite'}`)
  tell(`size: ${Math.round(size / count)} bytes a game`)
  tell(`counting: ${(took / count).toFixed(2)} ms a game, replaying it included`)
  await askAll()
}

/** Stores so many games in one commit, with all their events. @param {number} some */
async function storeGames(some) {
  await database.transact(async (transaction) => {
    for (let n = 0; n < some; n++) {
      const { id } = SYSTEM_CHANCE.fresh()
      const seats = { black: player(), white: player() }
      const row = { id, black: seats.black, white: seats.white, createdAt: 1, endedAt: 2 }
      const { key } = await transaction
        .insertInto('games')
        .values({ ...row, secret: null, damage: null })
        .returning('key')
        .executeTakeFirstOrThrow()
      const rows = eventsOf(id, seats).map((event, index) => {
        const eventJson = JSON.stringify(gameEventSchema.parse(event))
        return { game: key, version: index + 1, command: null, eventJson }
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
  for (let end = rules.outcome(position); end === undefined; end = rules.outcome(position)) {
    const legal = rules.legalMoves(position)
    const move = legal[drawn(legal.length)]
    if (move === undefined) break
    moves.push({ kind: 'moved', at: 1, ...move, lagMs: 0 })
    position = rules.play(position, move)
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
