// @ts-check
/**
 * A node of the campaign: the built server through its public API, with settings from the
 * environment as `hokito serve` has them, and stopped by SIGTERM in the same way. If the argument
 * names a change, the server is changed while it loads.
 */
import { register } from 'node:module'
import { CHANGES, partsOf } from './broken.mjs'

const [, , siteFolder = '', changed] = process.argv
if (changed !== undefined) {
  const change = CHANGES.find(({ name }) => name === changed)
  if (change === undefined) throw new Error(`there is no change ${changed}`)
  register('./breaking-loader.mjs', import.meta.url, { data: partsOf(change) })
}
const { readConfig, startServer } = await import('@hokito/server')
const config = readConfig(process.env)
if (!config.ok) throw new Error(JSON.stringify(config.error))
// A campaign lasts as long as its games. People need the pause between rounds, programs do not.
const server = await startServer({ ...config.value, siteFolder, rhythm: { roundPauseMs: 0 } })
process.once('SIGTERM', async () => {
  await server.close()
  process.exit(0)
})
process.send?.(server.url)
