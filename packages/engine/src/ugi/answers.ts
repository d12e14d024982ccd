/** The output lines of a session. */
import {
  END_RULES,
  formatMove,
  formatPosition,
  legalMoves,
  outcome,
  type Position,
  score,
} from '@hokito/rules'
import type { SearchInfo, SolveProgress, SolveResult } from '../engine.ts'
import type { Evaluation, Solved, Verdict } from '../evaluation.ts'
import { DEFAULTS, SPINS, shortened } from './arguments.ts'
import { drawBoard } from './draw.ts'

/** The answer to `ugi`. */
export function introduction(name: string): readonly string[] {
  const spins = Object.entries(SPINS).map(
    ([option, spin]) =>
      `option name ${option} type spin default ${spin.default} min ${spin.min} max ${spin.max}`,
  )
  const rules = END_RULES.map((rule) => `var ${rule}`).join(' ')
  return [
    `id name ${name}`,
    'id author the Hokito contributors',
    `option name EndRule type combo default ${DEFAULTS.EndRule} ${rules}`,
    `option name Compensation type string default ${DEFAULTS.Compensation}`,
    ...spins,
    'ugiok',
  ]
}

/** The answer to `d`: a drawing of the board for people, then facts for programs. */
export function description(position: Position): readonly string[] {
  const points = score(position)
  const moves = legalMoves(position).map(formatMove).sort()
  return [
    ...drawBoard(position),
    `hfen ${formatPosition(position)}`,
    `score ${points.black} ${points.white}`,
    ['moves', ...moves].join(' '),
    `gameover ${outcome(position) !== undefined}`,
  ]
}

/** The answer to `query`, or its `error` line. */
export function answerTo(words: readonly string[], position: Position): string {
  const [what, extra] = words
  if (extra !== undefined) return `error unexpected ${shortened(extra)} after query ${what}`
  const over = outcome(position)
  switch (what) {
    case 'gameover':
      return `response ${over !== undefined}`
    case 'p1turn':
      return `response ${position.turn === 'black'}`
    case 'result':
      return `response ${over === undefined ? 'none' : RESULTS[over.winner]}`
    default:
      return 'error query must be followed by gameover, p1turn or result'
  }
}

/** The report of a search after each depth; its lines are numbered if several are wanted. */
export function infoLines(info: SearchInfo, hasLines: boolean): readonly string[] {
  const { depth, nodes, elapsedMs, hashPermille } = info
  const time = Math.round(elapsedMs)
  const speed = Math.round((nodes * 1000) / Math.max(1, elapsedMs))
  return info.lines.map(({ value, moves }, index) => {
    const line = hasLines ? ` multipv ${index + 1}` : ''
    const counts = `nodes ${nodes} nps ${speed} time ${time} hashfull ${hashPermille}`
    const pv = moves.length === 0 ? '' : ` pv ${moves.map(formatMove).join(' ')}`
    return `info depth ${depth}${line} score ${formatValue(value)} ${counts}${pv}`
  })
}

/** The report of a proof as soon as its verdict is proved. */
export function verdictLine(position: Position, verdict: Verdict, progress: SolveProgress): string {
  const { move, ...figures } = progress
  const value = { kind: 'solved', verdict, margin: undefined } as const
  const depth = position.board.filter((stack) => stack !== undefined).length
  const lines = [{ value, moves: move === undefined ? [] : [move] }]
  return infoLines({ ...figures, depth, lines }, false).join('')
}

/** The answer to `go solve`. */
export function solvedLine({ solved, nodes, elapsedMs }: SolveResult): string {
  if (solved === undefined) return 'solved unknown'
  const margin = solved.margin ?? '?'
  return `solved ${solved.verdict} margin ${margin} nodes ${nodes} time ${Math.round(elapsedMs)}`
}

// --- internal ---

const RESULTS = { black: 'p1win', white: 'p2win', draw: 'draw' } as const

function formatValue(value: Evaluation | Solved): string {
  // A small loss that rounds to zero must not read as -0.
  return value.kind === 'estimate'
    ? `points ${Math.round(value.points) || 0}`
    : `solved ${value.verdict}`
}
