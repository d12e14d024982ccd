// @ts-check
/**
 * A server with house bots and limits that allow many programs at one address. It ends with its
 * parent.
 */
import { startServer } from '@hokito/server'

const [siteFolder = '', databaseFile = ''] = process.argv.slice(2)
const server = await startServer({
  ...{ host: '127.0.0.1', port: 0, siteFolder, databaseFile, houseLevels: [1, 3, 5, 7, 9] },
  // Programs and players all connect from this machine.
  limits: { requestsPerMinute: 100_000, burst: 10_000, perSecond: 1000 },
})
process.send?.(server.url)
process.once('disconnect', () => void server.close().then(() => process.exit(0)))
