// @ts-check
/**
 * Our server, without the limits that the load would exceed. Without an argument it uses a file.
 * With `postgres` it uses an empty PostgreSQL database, on the server that the tests also use. With
 * `first-node` it does the same as one of several nodes, and with `next-node` it joins the database
 * that the first node has made.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@hokito/server'
import { REDIS_URL } from '../../packages/server/test/helpers/services.mjs'
import { databaseUrl, runOn } from './databases.mjs'
import { BENCH_DATABASE } from './servers.mjs'
import { reportUsage } from './usage.mjs'

const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'hokito-bench-'))
const siteFolder = join(folder, 'site')
mkdirSync(siteFolder)
writeFileSync(join(siteFolder, 'index.html'), '<!doctype html>')
process.on('exit', () => rmSync(folder, { recursive: true }))

const [, , place] = process.argv
const isNode = place === 'first-node' || place === 'next-node'
const onPostgres = place === undefined ? undefined : databaseUrl(BENCH_DATABASE)
if (place === 'postgres' || place === 'first-node') {
  const dropping = `drop database if exists ${BENCH_DATABASE} with (force)`
  await runOn([dropping, `create database ${BENCH_DATABASE}`])
}

const databaseFile = process.env.BENCH_DATABASE ?? join(folder, 'hokito.db')
const unlimited = 1_000_000
const server = await startServer({
  host: 'localhost',
  port: 0,
  siteFolder,
  databaseFile,
  databaseUrl: onPostgres,
  ...(isNode && { redisUrl: REDIS_URL, secret: 's'.repeat(32) }),
  limits: {
    burst: unlimited,
    perSecond: unlimited,
    connections: unlimited,
    connectionsPerAddress: unlimited,
    handshakesPerMinute: unlimited,
    filesPerMinute: unlimited,
    guestsPerMinute: unlimited,
    guestsPerDay: unlimited,
    requestsPerMinute: unlimited,
  },
})
reportUsage(server.url, storedBytes)

async function storedBytes() {
  if (onPostgres === undefined) return statSync(databaseFile).size
  const sizing = 'select pg_database_size(current_database())::float8 as size'
  const [{ size }] = await runOn([sizing], onPostgres)
  return size
}
