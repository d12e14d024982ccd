// @ts-check
/**
 * Our server as it is, with the limits lifted that the load would run into: on a file, or with `postgres` as the
 * argument on a PostgreSQL database of its own, on the server that tests use too.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@hokito/server'
import pg from 'pg'
import { POSTGRES_URL } from '../../scripts/services.mjs'
import { reportUsage } from './usage.mjs'

const BENCH_DATABASE = 'hokito_bench'
const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'hokito-bench-'))
const siteFolder = join(folder, 'site')
mkdirSync(siteFolder)
writeFileSync(join(siteFolder, 'index.html'), '<!doctype html>')
process.on('exit', () => rmSync(folder, { recursive: true }))

const databaseUrl = process.argv[2] === 'postgres' ? await makeDatabase() : undefined

/** An empty database; those of earlier runs go. */
async function makeDatabase() {
  const url = new URL(POSTGRES_URL)
  const admin = new pg.Client(url.href)
  await admin.connect()
  await admin.query(`drop database if exists ${BENCH_DATABASE} with (force)`)
  await admin.query(`create database ${BENCH_DATABASE}`)
  await admin.end()
  url.pathname = `/${BENCH_DATABASE}`
  return url.href
}

const unlimited = 1_000_000
const server = await startServer({
  host: 'localhost',
  port: 0,
  siteFolder,
  databaseFile: process.env.BENCH_DATABASE ?? join(folder, 'hokito.db'),
  databaseUrl,
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
reportUsage(server.url)
