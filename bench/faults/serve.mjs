// @ts-check
/**
 * A node of the campaign: the built server by its public door, with settings from the environment as
 * `hokito serve` has them. With a breakage's name as argument, what that names is broken as it is loaded.
 */
import { register } from 'node:module'
import { BREAKAGES, partsOf } from './broken.mjs'

const [, , siteFolder = '', broken] = process.argv
if (broken !== undefined) {
  const breakage = BREAKAGES.find(({ name }) => name === broken)
  if (breakage === undefined) throw new Error(`there is no breakage ${broken}`)
  register('./breaking-loader.mjs', import.meta.url, { data: partsOf(breakage) })
}
const { readConfig, startServer } = await import('@hokito/server')
const config = readConfig(process.env)
if (!config.ok) throw new Error(JSON.stringify(config.error))
const server = await startServer({ ...config.value, siteFolder })
process.send?.(server.url)
