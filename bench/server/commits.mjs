// @ts-check
/**
 * `node bench/server/commits.mjs --moves 4`: how long PostgreSQL takes to commit a number of moves,
 * as one statement and as a transaction. Both take turns in one process, so that other load on the
 * machine slows both.
 */
import { parseArgs } from 'node:util'
import { setUp, tell } from '../../scripts/setup.mjs'
import { quantile } from '../engine/figures.mjs'
import { databaseUrl, runOn } from './databases.mjs'

await setUp()
const { Journal } = await import('../../packages/server/dist/live/journal.js')
const { openPostgres } = await import('../../packages/server/dist/store/postgres.js')

const { values } = parseArgs({
  options: { moves: { type: 'string', default: '4' }, rounds: { type: 'string', default: '400' } },
})
const DATABASE = 'hokito_bench_commits'
const players = ['anna', 'bert']

await runOn([`create database ${DATABASE}`])
const database = await openPostgres(databaseUrl(DATABASE))
/** @type {typeof database} */
const withoutStatement = { ...database, storeEvents: async () => 'refused' }
const ways = {
  'one statement': new Journal(database),
  'a transaction': new Journal(withoutStatement),
}
const games = await beginGames(Number(values.moves))
/** @type {Record<string, number[]>} */
const took = {}
let version = 0
for (let round = 0; round < Number(values.rounds); round++) {
  const both = Object.entries(ways)
  for (const [name, journal] of round % 2 === 0 ? both : both.reverse()) {
    version++
    took[name] = [...(took[name] ?? []), await commit(journal)]
  }
}
for (const [name, all] of Object.entries(took)) tell(lineOf(name, all))
await database.close()
await runOn([`drop database ${DATABASE} with (force)`])

/** @param {number} count */
async function beginGames(count) {
  const rows = players.map((name) => ({ id: name, name, nameKey: name, createdAt: 0 }))
  await database.db
    .insertInto('players')
    .values(/** @type {any} */ (rows))
    .execute()
  const made = Array.from({ length: count }, (_, n) => {
    const [black, white] = players
    return { kind: 'game', id: `game-${n}`, black, white, createdAt: 0, secret: undefined }
  })
  const stored = await ways['one statement'].write(/** @type {any} */ (made))
  return stored.ok ? [...stored.value.values()] : []
}

/** @param {InstanceType<typeof Journal>} journal */
async function commit(journal) {
  const event = { kind: 'moved', at: Date.now(), from: 3, to: 9, lagMs: 12 }
  const startedAt = performance.now()
  await Promise.all(
    games.map((game) => {
      const command = /** @type {any} */ (`move-${version}`)
      return journal.write([{ kind: 'event', game, version, command, event }])
    }),
  )
  return performance.now() - startedAt
}

/**
 * @param {string} name
 * @param {readonly number[]} all
 */
function lineOf(name, all) {
  const shares = [0.1, 0.5, 0.99]
  const parts = shares.map((share) => `p${share * 100} ${quantile(all, share).toFixed(2)} ms`)
  return `${name}: ${parts.join(', ')}`
}
