// @ts-check
/**
 * A node of the campaign: the built server through its public API, with settings from the
 * environment as `hokito serve` has them, and stopped by SIGTERM in the same way. If the argument
 * names a change, the server is changed before it starts.
 */
import { readConfig, startServer } from '@hokito/server'
import { CHANGES } from './broken.mjs'

const [, , siteFolder = '', changed] = process.argv
if (changed !== undefined) {
  const change = CHANGES[changed]
  if (change === undefined) throw new Error(`there is no change ${changed}`)
  await change()
}
const config = readConfig(process.env)
if (!config.ok) throw new Error(JSON.stringify(config.error))
// A campaign lasts as long as its games. People need the pause between rounds, programs do not.
const server = await startServer({ ...config.value, siteFolder, rhythm: { roundPauseMs: 0 } })
process.once('SIGTERM', async () => {
  await server.close()
  process.exit(0)
})
process.send?.(server.url)
