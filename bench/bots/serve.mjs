// @ts-check
/** A server with bots of the house and room for programs of one address, until its parent goes. */
import { startServer } from '@hokito/server'

const [siteFolder = '', databaseFile = ''] = process.argv.slice(2)
const server = await startServer({
  ...{ host: '127.0.0.1', port: 0, siteFolder, databaseFile, houseLevels: [1, 3, 5, 7, 9] },
  // Programs and players all come from this machine.
  limits: { requestsPerMinute: 100_000, burst: 10_000, perSecond: 1000 },
})
process.send?.(server.url)
process.once('disconnect', () => void server.close().then(() => process.exit(0)))
