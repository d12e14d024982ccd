// @ts-check
/** The cost of the exact margin over that of the verdict, by occupied squares. */
import { packPosition } from '../../packages/engine/dist/pack.js'
import { startSearcher, watch } from './core.mjs'
import { median, short } from './figures.mjs'
import { positionsAt } from './positions.mjs'

const POSITIONS = 20
const SQUARES = [16, 18, 20]
const HASH_MIB = 128

/** @param {(text: string) => void} tell */
export function measureMargin(tell) {
  const rows = SQUARES.flatMap((occupied) =>
    /** @type {const} */ (['either', 'onTurn']).map((endRule) => {
      const proofs = positionsAt(POSITIONS, 36 - occupied, endRule).map((position, index) => {
        tell(`margin: ${occupied} squares, ${endRule}, ${index + 1} of ${POSITIONS}`)
        const packed = packPosition(position)
        return { verdict: proofOf(packed, 'verdict'), margin: proofOf(packed, 'margin') }
      })
      const verdict = median(proofs.map((proof) => proof.verdict.seconds))
      const margin = median(proofs.map((proof) => proof.margin.seconds))
      const ratio = median(proofs.map((proof) => proof.margin.seconds / proof.verdict.seconds))
      return { occupied, endRule, verdict, margin, ratio, nodes: nodesOf(proofs), proofs }
    }),
  )
  return {
    name: `proof of the exact margin, ${POSITIONS} positions each; medians in s`,
    columns: ['squares', 'end rule', 'verdict', 'margin', 'ratio (≤ 2)', 'million nodes in all'],
    rows: rows.map((row) => [
      String(row.occupied),
      row.endRule,
      short(row.verdict),
      short(row.margin),
      short(row.ratio),
      short(row.nodes / 1e6),
    ]),
    summary: '',
    figures: rows,
  }
}

// --- internal ---

/**
 * @param {ReturnType<typeof packPosition>} position
 * @param {import('../../packages/engine/dist/index.js').SolveGoal} goal
 */
function proofOf(position, goal) {
  // A fresh searcher, so that it remembers nothing.
  const searcher = startSearcher(HASH_MIB)
  const { nodes, elapsedMs } = searcher.solve(position, watch(), () => undefined, { goal })
  return { nodes, seconds: elapsedMs / 1000 }
}

/** @param {readonly { readonly margin: { readonly nodes: number } }[]} proofs */
function nodesOf(proofs) {
  return proofs.reduce((sum, { margin }) => sum + margin.nodes, 0)
}
