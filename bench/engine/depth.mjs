// @ts-check
/** How deep a search gets in one second, and how much a second thread adds. */

import { startEngine } from '../../packages/engine/dist/node.js'
import { packPosition } from '../../packages/engine/dist/pack.js'
import { startSearcher, watch } from './core.mjs'
import { mean, median, short } from './figures.mjs'
import { positionsAt } from './positions.mjs'

const POSITIONS = 10
const SECOND = 1000
const HASH_MIB = 64
/** The depth that takes one thread about a second in the middle of a game. */
const FIXED_DEPTH = 12
const FIXED_PLY = 6

/** @param {(text: string) => void} tell */
export function measureDepth(tell) {
  const rows = [0, 8, 16].map((ply) => {
    const infos = positionsAt(POSITIONS, ply, 'either').map((position, index) => {
      tell(`depth: ply ${ply}, ${index + 1} of ${POSITIONS}`)
      const searcher = startSearcher(HASH_MIB)
      const { info } = searcher.search(
        packPosition(position),
        { timeMs: SECOND },
        watch(),
        () => undefined,
      )
      return info
    })
    const searched = infos.filter((info) => info?.lines[0]?.kind === 'estimate')
    return {
      ply,
      depth: mean(searched.map((info) => info?.depth ?? 0)),
      mnps: mean(infos.map((info) => (info?.nodes ?? 0) / (info?.elapsedMs ?? 1) / 1000)),
      proved: infos.length - searched.length,
    }
  })
  return {
    name: `one second on one thread, means of ${POSITIONS} positions`,
    columns: ['ply', 'depth', 'million nodes a second', 'proved instead'],
    rows: rows.map((row) => [
      String(row.ply),
      short(row.depth),
      short(row.mnps),
      `${row.proved} of ${POSITIONS}`,
    ]),
    summary: '',
    figures: rows,
  }
}

/** @param {(text: string) => void} tell */
export async function measureThreads(tell) {
  const engines = [startEngine(), startEngine()]
  const [alone, pair] = engines
  await pair?.configure({ threads: 2, hashMiB: HASH_MIB })
  await alone?.configure({ threads: 1, hashMiB: HASH_MIB })
  /** @type {{ readonly one: number, readonly two: number }[]} */
  const rows = []
  for (const [index, position] of positionsAt(POSITIONS, FIXED_PLY, 'either').entries()) {
    tell(`threads: ${index + 1} of ${POSITIONS}`)
    const times = []
    for (const engine of engines) {
      await engine.newGame()
      const startedAt = performance.now()
      await engine.search(position, { depth: FIXED_DEPTH })
      times.push((performance.now() - startedAt) / 1000)
    }
    rows.push({ one: times[0] ?? 0, two: times[1] ?? 0 })
  }
  await Promise.all(engines.map((engine) => engine.close()))
  const ratio = median(rows.map(({ one, two }) => two / one))
  return {
    name: `seconds to depth ${FIXED_DEPTH} at ply ${FIXED_PLY}`,
    columns: ['one thread', 'two threads', 'ratio (≤ 0.7)'],
    rows: rows.map(({ one, two }) => [short(one), short(two), short(two / one)]),
    summary: `median ratio ${short(ratio)}`,
    figures: { rows, ratio },
  }
}
