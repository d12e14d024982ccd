// @ts-check
/** The built engine as training uses it: in this thread, without the facade. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Searcher } from '../dist/searcher.js'
import { FEATURES, KNOTS } from '../dist/weights.js'

/** @typedef {import('../dist/weights.js').Weights} Weights */

const HASH_MIB = 16

const code = readFileSync(new URL('../dist/hot/hokito.wasm', import.meta.url))
export const module = new WebAssembly.Module(code)

/**
 * The engine's version and a fingerprint of its compiled code and its features: games and weights of
 * engines that differ in these do not mix.
 */
export const ENGINE = `${versionOf('../package.json')} ${fingerprint([code, ...FEATURES, ...KNOTS.map(String)])}`

/** @param {Weights} weights */
export function startSearcher(weights) {
  return new Searcher({ module, thread: 0, threads: 1, hashMiB: HASH_MIB, weights })
}

/**
 * A watch that never stops a search and whose clock stands still, so that only the number of
 * positions limits it.
 * @param {number} generation
 */
export function untimed(generation) {
  return { isStopped: () => false, now: () => 0, generation }
}

/**
 * The first 16 digits of the SHA-256 of several parts.
 * @param {readonly (string | Uint8Array)[]} parts
 */
export function fingerprint(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\n')
  return hash.digest('hex').slice(0, 16)
}

// --- internal ---

/** @param {string} path */
function versionOf(path) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')).version
}
