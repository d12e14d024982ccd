import {
  type Color,
  isSameMove,
  legalMoves,
  type Move,
  occupiedCount,
  outcome,
  type Position,
  play,
  totals,
} from '@hokito/rules'
import type { Engine, Line, SearchLimits, SolveResult } from '../engine.ts'
import { possibleMargin } from '../possible-margin.ts'
import type { Worth } from './worth.ts'

/** How deeply to analyse. */
export interface LookSettings {
  /** Plies of a search. */
  readonly depth: number
  /** The most positions that one search visits. */
  readonly searchNodes: number
  /** The most positions that one proof visits. */
  readonly proofNodes: number
}

/** The worth of a position for the side to move, and the line behind it. */
export interface Look {
  readonly worth: Worth
  /** The best line; empty only if the game is over. */
  readonly line: readonly Move[]
  /** The worth of the best of the other moves, if it was also found. */
  readonly next: Worth | undefined
}

/** Thrown if the analysis was stopped. */
export class Stopped extends Error {}

/**
 * Analyses positions: proves them if they are small enough, and otherwise searches them to a fixed
 * depth. The result depends only on the position and the settings: every limit counts positions,
 * one thread works, and nothing is remembered from earlier positions. So a slow machine takes
 * longer but finds the same.
 */
export interface Looker {
  /** Analyses a position, after those before it. @throws Stopped if it was stopped */
  look(position: Position, signal: AbortSignal | undefined): Promise<Look>
  /**
   * The verdict of the best move other than `best`, until one keeps the verdict of the position.
   * Undefined if the position is lost or has too many squares.
   * @throws Stopped if it was stopped
   */
  nextVerdict(
    position: Position,
    best: Move,
    worth: Worth,
    signal: AbortSignal | undefined,
  ): Promise<Worth | undefined>
  /**
   * The worth of the best of some moves of a position. Undefined if there are none, or if a proof
   * was wanted and takes too long.
   * @throws Stopped if it was stopped
   */
  among(position: Position, moves: readonly Move[], wanted: Wanted): Promise<Worth | undefined>
}

/** How to compare some moves. */
export interface Wanted {
  /** `winner`: by proof, and only who wins; the first move that wins at least so much is enough. */
  readonly goal: 'margin' | { readonly winner: number }
  /** Further plies than in an analysis: 1 for moves whose results are analysed elsewhere. */
  readonly plies: 0 | 1
  readonly signal: AbortSignal | undefined
}

export function createLooker(engine: Engine, settings: LookSettings): Looker {
  let before: Promise<unknown> = Promise.resolve()
  /** Work with an emptied table, which nothing else may fill meanwhile. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = before.then(work)
    // The caller receives a failure; the next work is done all the same.
    before = done.catch(() => undefined)
    return done
  }
  return {
    look: (position, signal) => inTurn(() => lookAt(position, { engine, settings, signal })),
    nextVerdict: (position, best, { margin }, signal) =>
      nextVerdict(position, best, margin, { engine, signal }),
    among: (position, moves, { goal, plies, signal }) => {
      const deeper = { ...settings, depth: settings.depth + plies }
      const means = { engine, settings: deeper, signal }
      return inTurn(() =>
        goal === 'margin'
          ? bestOf(position, moves, means)
          : verdictAmong(position, moves, goal.winner, means),
      )
    },
  }
}

// --- internal ---

/**
 * With at most this many occupied squares the winner is proved, and with at most this many the
 * margin (docs/review.md).
 */
const PROVED_SQUARES = 22
const MARGIN_SQUARES = 20
/** With at most this many occupied squares, proving each move's verdict takes almost no time. */
const SIFTED_SQUARES = 20

const SIGNS = { win: 1, draw: 0, loss: -1 } as const

/** What a position is analysed with. */
interface Means {
  readonly engine: Engine
  readonly settings: LookSettings
  readonly signal: AbortSignal | undefined
}

async function lookAt(position: Position, means: Means): Promise<Look> {
  throwIfStopped(means.signal)
  if (outcome(position) !== undefined) {
    return {
      worth: { margin: marginOf(position), certainty: 'exact' },
      line: [],
      next: undefined,
    }
  }
  await means.engine.newGame()
  const proof = await prove(position, means)
  const solved = proof?.solved
  if (solved?.margin !== undefined && proof !== undefined) {
    const worth: Worth = { margin: solved.margin, certainty: 'exact' }
    return { worth, line: proof.moves, next: undefined }
  }
  const found = await search(position, means)
  if (solved === undefined) return found
  // The winner is proved, so the search only tells by how much, and its first move may not be the
  // winning one.
  const line = proof?.moves.length === 0 ? found.line : (proof?.moves ?? found.line)
  return { ...found, worth: signed(found.worth.margin, solved.verdict), line }
}

/** The proof of a position, possibly incomplete; undefined if it has too many squares. */
async function prove(
  position: Position,
  { engine, settings, signal }: Means,
): Promise<SolveResult | undefined> {
  const occupied = occupiedCount(position)
  if (occupied > PROVED_SQUARES) return undefined
  const goal = occupied > MARGIN_SQUARES ? 'verdict' : 'margin'
  const nodes = settings.proofNodes
  const proof = await engine.solve(position, { goal, nodes, ...(signal && { signal }) })
  throwIfStopped(signal)
  return proof
}

async function search(position: Position, means: Means): Promise<Look> {
  const [first, second] = await searchedLines(position, { lines: 2 }, means)
  if (first === undefined) throw new Error('a search that nobody stopped has found no move')
  const worth = worthOf(first, position)
  return { worth, line: first.moves, next: second && worthOf(second, position) }
}

async function searchedLines(
  position: Position,
  wanted: Pick<SearchLimits, 'lines' | 'moves'>,
  { engine, settings, signal }: Means,
): Promise<readonly Line[]> {
  const { depth, searchNodes: nodes } = settings
  const limits = { depth, nodes, ...wanted }
  const { info } = await engine.search(position, limits, { ...(signal && { signal }) })
  throwIfStopped(signal)
  return info?.lines ?? []
}

async function bestOf(
  position: Position,
  moves: readonly Move[],
  means: Means,
): Promise<Worth | undefined> {
  if (moves.length === 0) return undefined
  await means.engine.newGame()
  const [first] = await searchedLines(position, { moves }, means)
  return first && worthOf(first, position)
}

async function verdictAmong(
  position: Position,
  moves: readonly Move[],
  enough: number,
  { engine, settings, signal }: Means,
): Promise<Worth | undefined> {
  await engine.newGame()
  let best: number | undefined
  let left = settings.proofNodes
  for (const move of moves) {
    const { solved, nodes } = await engine.solve(play(position, move), {
      goal: 'verdict',
      nodes: left,
      ...(signal && { signal }),
    })
    throwIfStopped(signal)
    left -= nodes
    if (solved === undefined || left <= 0) return undefined
    best = Math.max(best ?? -1, 0 - SIGNS[solved.verdict])
    if (best >= enough) break
  }
  return best === undefined ? undefined : { margin: best, certainty: 'winner' }
}

async function nextVerdict(
  position: Position,
  best: Move,
  margin: number,
  { engine, signal }: Pick<Means, 'engine' | 'signal'>,
): Promise<Worth | undefined> {
  if (margin < 0 || occupiedCount(position) > SIFTED_SQUARES) return undefined
  const others = legalMoves(position).filter((move) => !isSameMove(move, best))
  let next: Worth | undefined
  for (const move of others) {
    const { solved } = await engine.solve(play(position, move), {
      goal: 'verdict',
      ...(signal && { signal }),
    })
    throwIfStopped(signal)
    if (solved === undefined) throw new Error('a proof that nobody stopped has proved nothing')
    const sign = SIGNS[solved.verdict]
    if (next === undefined || 0 - sign > next.margin)
      next = { margin: 0 - sign, certainty: 'winner' }
    if (next.margin >= Math.sign(margin)) break
  }
  return next
}

/** The points of the side to move minus the other side's, with compensation. */
function marginOf(position: Position): number {
  const points = totals(position)
  const lead = points.black - points.white
  return leadFor(position.turn, lead)
}

function leadFor(turn: Color, lead: number): number {
  return turn === 'black' ? lead : 0 - lead
}

/** A margin that agrees with the proved verdict. */
function signed(margin: number, verdict: keyof typeof SIGNS): Worth {
  const sign = SIGNS[verdict]
  // The smallest margin other than a draw: a half if the compensation has one.
  const least = Number.isInteger(margin) ? 1 : 0.5
  const size = Math.max(least, sign * margin)
  return { margin: sign === 0 ? 0 : sign * size, certainty: sign === 0 ? 'exact' : 'winner' }
}

function worthOf({ value, moves }: Line, position: Position): Worth {
  if (value.kind === 'estimate') {
    return { margin: possibleMargin(value.points, position), certainty: 'expected' }
  }
  if (value.margin !== undefined) return { margin: value.margin, certainty: 'exact' }
  // The points on the board at the end of the line are the best guess of the margin.
  const last = moves.reduce(play, position)
  const lead = last.turn === position.turn ? marginOf(last) : 0 - marginOf(last)
  return signed(lead, value.verdict)
}

function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new Stopped()
}
