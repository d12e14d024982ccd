// @ts-check
/** The engine as benchmarks use it: in this thread, without the facade. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createCore } from '../../packages/engine/dist/core.js'
import { packPosition, unpackMove } from '../../packages/engine/dist/pack.js'
import { Searcher } from '../../packages/engine/dist/searcher.js'
import { readWeights } from '../../packages/engine/train/files.mjs'
import { outcome, play, score } from '../../packages/rules/dist/index.js'
import { ROOT } from '../../scripts/commands.mjs'

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

const PLAYER_HASH_MIB = 16

/**
 * The searcher of a checkout that is built, and a name that changes with what it plays.
 * @param {string} checkout
 * @param {string | undefined} weightsFile of `npm run train`; by default its own weights
 */
async function loadPlayer(checkout, weightsFile) {
  const dist = resolve(checkout, 'packages/engine/dist')
  /** @type {{ Searcher: typeof Searcher }} */
  const engine = await import(join(dist, 'searcher.js'))
  const code = readFileSync(join(dist, 'hot/hokito.wasm'))
  const weights = weightsFile === undefined ? undefined : readWeights(weightsFile).weights
  const searcher = new engine.Searcher({
    ...{ module: new WebAssembly.Module(code), thread: 0, threads: 1, hashMiB: PLAYER_HASH_MIB },
    ...(weights && { weights }),
  })
  const hash = createHash('sha256')
    .update(code)
    .update(JSON.stringify(weights ?? ''))
  for (const file of ['searcher.js', 'deepen.js', 'weights.js', 'core.js']) {
    hash.update(readFileSync(join(dist, file)))
  }
  return { searcher, name: hash.digest('hex').slice(0, 12) }
}

/** The options that name the two engines of a comparison. */
export const CONTENDERS = /** @type {const} */ ({
  baseline: { type: 'string' },
  engine: { type: 'string', default: ROOT },
  weights: { type: 'string' },
})

/**
 * Both engines of a comparison. Ends the process if no baseline is named.
 * @param {string} program whose options these are
 * @param {{ readonly baseline?: string | undefined, readonly engine: string, readonly weights?: string | undefined }} values
 */
export async function loadContenders(program, { baseline, engine, weights }) {
  if (baseline === undefined) {
    process.stderr.write(`${program}: --baseline CHECKOUT is missing; --help says more\n`)
    process.exit(2)
  }
  return {
    baseline: await loadPlayer(baseline, undefined),
    candidate: await loadPlayer(engine, weights),
  }
}

/** A board for counting and for playouts. */
export function startCore() {
  return createCore(parts(1), () => false)
}

/**
 * Plays a game of the engine against itself to its end. Returns Black's score: 1, ½ or 0.
 * @param {ReturnType<typeof startSearcher>} searcher
 * @param {import('../../packages/rules/dist/index.js').Position} from
 * @param {{ readonly level: number } | { readonly nodes: number }} limits for each move
 */
export function selfPlay(searcher, from, limits) {
  searcher.newGame()
  let position = from
  while (outcome(position) === undefined) {
    const { move } = searcher.search(packPosition(position), limits, watch(), () => undefined)
    position = play(position, unpackMove(move))
  }
  const { black, white } = score(position)
  return (Math.sign(black - white) + 1) / 2
}

/**
 * Plays a game between two levels, each of which moves from the position alone, as on the site.
 * Returns Black's score: 1, ½ or 0.
 * @param {ReturnType<typeof startSearcher>} searcher
 * @param {import('../../packages/rules/dist/index.js').Position} from
 * @param {{ readonly black: number, readonly white: number }} levels
 */
export function levelGame(searcher, from, levels) {
  let position = from
  for (;;) {
    const end = outcome(position)
    if (end !== undefined) return end.winner === 'draw' ? 0.5 : end.winner === 'black' ? 1 : 0
    searcher.newGame()
    const level = levels[position.turn]
    const { move } = searcher.search(packPosition(position), { level }, watch(), () => undefined)
    position = play(position, unpackMove(move))
  }
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
