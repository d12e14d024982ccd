// @ts-check
/** The engine as benchmarks use it: in this thread, without the facade. */
import { readFileSync } from 'node:fs'
import { createCore } from '../../packages/engine/dist/core.js'
import { Searcher } from '../../packages/engine/dist/searcher.js'

const module = new WebAssembly.Module(
  readFileSync(new URL('../../packages/engine/dist/hot/hokito.wasm', import.meta.url)),
)

/** @param {number} hashMiB */
function parts(hashMiB) {
  return { module, thread: 0, threads: 1, hashMiB }
}

/** @param {number} hashMiB */
export function startSearcher(hashMiB) {
  return new Searcher(parts(hashMiB))
}

/** A board for counting and for playouts. */
export function startCore() {
  return createCore(parts(1), () => false)
}

let searches = 0

/**
 * How a search is watched: it stops after this many seconds, if any are given.
 * @param {number} [seconds]
 */
export function watch(seconds = Number.POSITIVE_INFINITY) {
  const startedAt = performance.now()
  searches++
  return {
    isStopped: () => performance.now() - startedAt > seconds * 1000,
    now: () => performance.now(),
    generation: searches,
  }
}
