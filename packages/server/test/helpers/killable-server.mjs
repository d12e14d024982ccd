// @ts-check
/**
 * The built server in its own process, which can be killed. The arguments are the folder, the port
 * and, as JSON, options of the server.
 */
import { join } from 'node:path'
import { startServer } from '@hokito/server'

const [, , folder = '', port = '0', options = '{}'] = process.argv
const server = await startServer({
  host: '127.0.0.1',
  port: Number(port),
  siteFolder: join(folder, 'site'),
  databaseFile: join(folder, 'hokito.db'),
  secret: 's'.repeat(32),
  metricsToken: 'm'.repeat(32),
  limits: {
    guestsPerMinute: 10_000,
    guestsPerDay: 10_000,
    requestsPerMinute: 10_000,
    handshakesPerMinute: 10_000,
    connectionsPerAddress: 10_000,
    burst: 1000,
    perSecond: 1000,
  },
  ...JSON.parse(options),
})
process.send?.(server.url)
