// @ts-check
/**
 * `npm run bench:backup`: how long `hokito backup` takes beside an idle server and beside one with
 * 500 moves a second, and what delay the players see. Options: `--megabytes` (120,1000), `--games`
 * (500, with one move a second in each).
 */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { helpOn } from '../../scripts/help.mjs'
import { ROOT, setUp, tell } from '../../scripts/setup.mjs'

helpOn(import.meta.url)

await setUp()
const { Sqlite } = await import('../../packages/server/dist/store/sqlite.js')
const { startServer } = await import('@hokito/server')
const { paced } = await import('./load.mjs')
const { ourPair } = await import('./pairs.mjs')
const { makePairs } = await import('./servers.mjs')

/** How long each pair of players moves: no longer than its games last. */
const SECONDS = 20

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '120,1000' },
    games: { type: 'string', default: '500' },
  },
})
const games = Number(values.games)

tell('| database | idle | busy | ratio | moves/s | p99, no backup | p99, backups | largest log |')
tell('| --- | --- | --- | --- | --- | --- | --- | --- |')
for (const megabytes of values.megabytes.split(',').map(Number)) await measure(megabytes)
process.exit(0)

/** @param {number} megabytes */
async function measure(megabytes) {
  const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'hokito-bench-'))
  const database = join(folder, 'hokito.db')
  await makeDatabase(database, megabytes)
  const idle = await beside(database, async () => Math.min(await backup(), await backup()))
  const quiet = await beside(database, async (url) => (await pairUp(url))())
  const busy = await beside(database, async (url) => {
    /** @type {number[]} */
    const took = []
    let isOver = false
    const play = await pairUp(url)
    const playing = play().finally(() => {
      isOver = true
    })
    while (!isOver) took.push(await backup())
    return { figures: await playing, slowest: Math.max(...took) }
  })
  const row = [
    `${megabytes} MB`,
    `${idle.result.toFixed(1)} s`,
    `${busy.result.slowest.toFixed(1)} s`,
    (busy.result.slowest / idle.result).toFixed(1),
    Math.round(busy.result.figures.movesPerSecond),
    `${quiet.result.p99.toFixed(1)} ms`,
    `${busy.result.figures.p99.toFixed(1)} ms`,
    `${(busy.largestLog / 1e6).toFixed(0)} MB`,
  ]
  tell(`| ${row.join(' | ')} |`)
  rmSync(folder, { recursive: true })

  async function backup() {
    const to = join(folder, 'copy.db')
    const startedAt = performance.now()
    const args = ['packages/cli/bin/hokito.mjs', 'backup', to]
    const env = { ...process.env, DATABASE_URL: `sqlite:${database}` }
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error('the backup failed')
    rmSync(to)
    return (performance.now() - startedAt) / 1000
  }
}

/**
 * Sets up pairs of players. Returns functions that let them play and measure it.
 * @param {string} url
 */
async function pairUp(url) {
  const pairs = await makePairs(games, (index) => ourPair([url], index, 2))
  return async () => {
    const figures = await paced(pairs, SECONDS)
    for (const pair of pairs) pair.close()
    return figures
  }
}

/**
 * Does something beside a running server and records how large SQLite's log becomes.
 * @template T
 * @param {string} database
 * @param {(url: string) => Promise<T>} work
 */
async function beside(database, work) {
  const file = fileURLToPath(new URL('ours.mjs', import.meta.url))
  const server = fork(file, { env: { ...process.env, BENCH_DATABASE: database } })
  const [{ url }] = await once(server, 'message')
  let largestLog = 0
  const watching = setInterval(() => {
    largestLog = Math.max(largestLog, statSync(`${database}-wal`).size)
  }, 50)
  try {
    return { result: await work(url), largestLog }
  } finally {
    clearInterval(watching)
    server.disconnect()
    await once(server, 'exit')
  }
}

/**
 * Makes a database of finished games, with events as long as real ones.
 * @param {string} file
 * @param {number} megabytes
 */
async function makeDatabase(file, megabytes) {
  const siteFolder = join(ROOT, 'packages/web/dist')
  await (await startServer({ host: 'localhost', port: 0, siteFolder, databaseFile: file })).close()
  const sqlite = new Sqlite(file)
  sqlite.pragma('synchronous = OFF')
  const addGame = sqlite.prepare(
    "insert into games (id, black, white, createdAt, endedAt) values (?, 'nobody', 'nobody', 0, 0)",
  )
  const addEvent = sqlite.prepare(
    'insert into events (game, version, command, eventJson) values (?, ?, ?, ?)',
  )
  const event = JSON.stringify({ kind: 'moved', at: 1_700_000_000_000, from: 3, to: 9, lagMs: 12 })
  sqlite.exec("insert into players values ('nobody', 'Nobody', 'nobody', 0)")
  const add = sqlite.transaction((/** @type {number} */ first) => {
    for (let n = first; n < first + 1000; n++) {
      const { lastInsertRowid } = addGame.run(`game-${n}`)
      for (let version = 1; version <= 26; version++) {
        addEvent.run(lastInsertRowid, version, `command-${n}-${version}`, event)
      }
    }
  })
  for (let first = 0; statSync(file).size < megabytes * 1e6; first += 1000) {
    add(first)
    sqlite.pragma('wal_checkpoint(TRUNCATE)')
  }
  sqlite.close()
}
