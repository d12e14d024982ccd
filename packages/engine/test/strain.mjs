// @ts-check
/**
 * Stops a thousand searches at once or soon, and prints by how many bytes memory has grown since the first
 * hundred. Run with `--expose-gc`; it ends by itself only if no thread is left behind.
 */
import { seededGame } from '@hokito/rules/debug'
import { startEngine } from '../dist/node.js'

const engine = startEngine()
await engine.configure({ threads: 2, hashMiB: 4 })
const positions = seededGame(5, 'onTurn').positions.slice(0, 12)
const used = () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
let before = 0
for (let round = 0; round < 1000; round++) {
  if (round === 100) before = used()
  const position = positions[round % positions.length] ?? positions[0]
  if (position === undefined) throw new Error('a game has positions')
  const stopped = new AbortController()
  const searching = engine.search(position, {}, { signal: stopped.signal })
  if (round % 3 !== 0) await new Promise((resolve) => setTimeout(resolve, round % 3))
  stopped.abort()
  await searching
}
process.stdout.write(String(used() - before))
await engine.close()
