// @ts-check
/** Our server as it is, on a database file, with the limits lifted that the load would run into. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@hokito/server'
import { reportUsage } from './usage.mjs'

const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'hokito-bench-'))
const siteFolder = join(folder, 'site')
mkdirSync(siteFolder)
writeFileSync(join(siteFolder, 'index.html'), '<!doctype html>')
process.on('exit', () => rmSync(folder, { recursive: true }))

const unlimited = 1_000_000
const server = await startServer({
  host: 'localhost',
  port: 0,
  siteFolder,
  databaseFile: process.env.BENCH_DATABASE ?? join(folder, 'hokito.db'),
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
