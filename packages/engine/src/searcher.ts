import { type Core, type CoreParts, createCore } from './core.ts'
import { deepen, type RawLine } from './deepen.ts'
import type { SolveGoal } from './engine.ts'
import { type Level, levelOf } from './levels.ts'
import type {
  PackedInfo,
  PackedLimits,
  PackedLine,
  PackedMove,
  PackedPosition,
  PackedProgress,
  PackedProof,
  PackedResult,
} from './packed.ts'
import { proveFrom } from './proof.ts'
import { hardestMove, temptingLine } from './resist.ts'
import { budgetOf, type TimeBudget } from './time.ts'
import { UNITS } from './weights.ts'

/** Functions and values that long work uses while it runs. */
export interface Watch {
  readonly isStopped: () => boolean
  /** Milliseconds from any fixed moment. */
  readonly now: () => number
  /** A different number for each search, by which the tables tell new entries from old. */
  readonly generation: number
  /** Positions that helping threads have visited so far. */
  readonly helpersNodes?: () => number
}

/** The goal of a proof, and the most positions that it visits. */
export interface Proving {
  readonly goal?: SolveGoal
  readonly nodes?: number
}

/**
 * One searcher, working synchronously on packed positions. The facade uses it inside a worker;
 * tests and benchmarks call it directly.
 */
export class Searcher {
  readonly #core: Core
  #poll: () => boolean = () => false

  /** @throws RangeError if there is no room for the tables */
  constructor(parts: CoreParts) {
    this.#core = createCore(parts, () => this.#poll())
  }

  /** Forgets everything learned. */
  newGame(): void {
    this.#core.clear()
  }

  search(
    position: PackedPosition,
    limits: PackedLimits,
    watch: Watch,
    onInfo: (info: PackedInfo) => void,
  ): PackedResult {
    const core = this.#core
    const level = limits.level === undefined ? undefined : levelOf(limits.level)
    const noise = Math.round((level?.misjudgement ?? 0) * UNITS)
    core.load(position, noise)
    if (core.isOver()) return { move: 0, info: undefined }
    // The move played is the one reported last; there is no other source.
    let last: PackedInfo | undefined
    const report = (info: PackedInfo) => {
      last = info
      onInfo(info)
    }
    const run = startRun(position, limits, watch, level)
    const proved = level === undefined ? this.#proveFirst(position, limits, run) : undefined
    if (proved === undefined) this.#searchOn(limits, level, noise, run, report)
    else {
      report(proved)
      if (limits.isAnalysis !== true) this.#resist(proved, run, report)
    }
    return { move: last?.lines[0]?.moves[0] ?? 0, info: last }
  }

  /** Fills the shared table ahead of the searching thread, until it is stopped. */
  assist(
    position: PackedPosition,
    thread: number,
    { isStopped, generation }: Watch,
    onNodes: (nodes: number) => void,
  ): void {
    const core = this.#core
    core.load(position)
    if (core.isOver()) return
    this.#poll = () => {
      // After a stop, the count belongs to another search.
      if (isStopped()) return true
      onNodes(core.nodes())
      return false
    }
    deepen(core, {
      // Half of the helpers are a depth ahead, so that not all of them search the same.
      from: 1 + (thread & 1),
      depth: MOST_DEPTH,
      lines: 1,
      generation,
      overlooked: new Set(),
      noise: 0,
      isRash: false,
      onDepth: () => !isStopped(),
    })
  }

  /**
   * Proves a position; calls `onProgress` a few times a second, and as soon as the verdict is
   * proved.
   */
  solve(
    position: PackedPosition,
    { isStopped, now, generation }: Watch,
    onProgress: (progress: PackedProgress) => void,
    { goal = 'margin', nodes = Number.POSITIVE_INFINITY }: Proving = {},
  ): PackedProof {
    const core = this.#core
    core.load(position)
    const startedAt = now()
    let reportedAt = startedAt
    let verdict: number | undefined
    let move: PackedMove = 0
    const report = () => {
      reportedAt = now()
      const elapsedMs = reportedAt - startedAt
      const hashPermille = core.proofFillPermille()
      onProgress({ nodes: core.proofNodes(), elapsedMs, verdict, move, hashPermille })
    }
    this.#poll = () => {
      if (now() - reportedAt >= PROGRESS_MS) report()
      return isStopped() || core.proofNodes() >= nodes
    }
    const proof = proveFrom(core, goal, generation, (proved) => {
      verdict = proved
      move = core.provenMove()
      report()
    })
    return { ...proof, nodes: core.proofNodes(), elapsedMs: now() - startedAt }
  }

  /** Counts move sequences; undefined if it was stopped. */
  perft(position: PackedPosition, depth: number, { isStopped }: Watch): number | undefined {
    this.#core.load(position)
    this.#poll = isStopped
    return this.#core.perft(depth)
  }

  #searchOn(
    limits: PackedLimits,
    level: Level | undefined,
    noise: number,
    run: Run,
    report: (info: PackedInfo) => void,
  ): void {
    const core = this.#core
    this.#poll = () => run.isOut(core.nodes())
    const isTimed = limits.timeMs !== undefined || limits.clock !== undefined
    const isForMove = (limits.lines ?? 1) === 1 && limits.isAnalysis !== true
    const mayTempt = level === undefined && isTimed && isForMove
    const looksLost = ([best]: readonly RawLine[]) =>
      mayTempt && best !== undefined && best.value < LOST * UNITS
    const lines = deepen(core, {
      from: 1,
      depth: Math.max(1, Math.min(limits.depth ?? MOST_DEPTH, level?.depth ?? MOST_DEPTH)),
      lines: limits.lines ?? 1,
      generation: run.generation,
      overlooked: level === undefined ? new Set() : this.#overlooked(level),
      noise,
      // Games of the day and puzzles depend on the levels' moves, so these must not change.
      isRash: level !== undefined,
      onDepth: (depth, found) => {
        report(this.#infoOf(depth, found, run))
        return run.elapsedMs() < run.time.softMs * (looksLost(found) ? TIME_BEFORE_TEMPTING : 1)
      },
    })
    if (looksLost(lines)) this.#tempt(lines, run, report)
  }

  /** Reports the most tempting move of a position that looks lost, unless it is the best one. */
  #tempt([best]: readonly RawLine[], run: Run, report: (info: PackedInfo) => void): void {
    const core = this.#core
    const visited = core.nodes()
    this.#poll = () => run.isOut(visited + core.nodes())
    const line = temptingLine(core, TEMPT_DEPTH, run.generation)
    if (line === undefined || line.moves[0] === best?.moves[0]) return
    report(this.#infoOf(TEMPT_DEPTH + 1, [line], run, visited))
  }

  #infoOf(depth: number, lines: readonly RawLine[], run: Run, visited = 0): PackedInfo {
    const core = this.#core
    return {
      depth,
      lines: lines.map((line) => toLine(line, core.solved)),
      nodes: visited + core.nodes() + run.helpersNodes(),
      elapsedMs: run.elapsedMs(),
      hashPermille: core.fillPermille(),
    }
  }

  /** Tries a proof before the search, if few enough squares are left for it to finish in time. */
  #proveFirst(position: PackedPosition, limits: PackedLimits, run: Run): PackedInfo | undefined {
    if (limits.depth !== undefined || (limits.lines ?? 1) !== 1) return undefined
    const occupied = occupiedOf(position)
    const expectedNodes = PROOF_NODES * PROOF_GROWTH ** (occupied - PROOF_SQUARES)
    const allowedMs = run.time.hardMs * PROOF_SHARE
    const allowedNodes = Math.min(run.most * PROOF_SHARE, allowedMs * NODES_PER_MS)
    if (occupied > PROVE_FROM || expectedNodes > allowedNodes) return undefined
    const core = this.#core
    this.#poll = () => run.isOut(core.proofNodes() / PROOF_SHARE) || run.elapsedMs() >= allowedMs
    const proof = proveFrom(core, 'margin', run.generation)
    if (proof.verdict === undefined || proof.moves.length === 0) return undefined
    // A proof of the verdict alone is better than any estimate if it is a win. Otherwise it does
    // not say which losing move holds out best.
    if (proof.margin === undefined && proof.verdict <= 0) return undefined
    const { verdict, margin, moves } = proof
    return {
      depth: occupied,
      lines: [{ kind: 'solved', value: Math.sign(verdict), margin, moves }],
      nodes: core.proofNodes(),
      elapsedMs: run.elapsedMs(),
      hashPermille: core.fillPermille(),
    }
  }

  /**
   * Reports the move that is hardest to answer if a position is lost, unless it is the best one.
   */
  #resist(proved: PackedInfo, run: Run, report: (info: PackedInfo) => void): void {
    const core = this.#core
    const [line] = proved.lines
    const [best = 0] = line?.moves ?? []
    if (line === undefined || line.value >= 0) return
    const isLate = () => run.elapsedMs() >= Math.min(run.time.hardMs * RESIST_SHARE, MOST_RESIST_MS)
    this.#poll = () => run.isOut(proved.nodes + core.proofNodes()) || isLate()
    const hardest = hardestMove(core, best, run.generation) ?? best
    if (hardest === best) return
    report({
      ...proved,
      lines: [{ ...line, margin: undefined, moves: [hardest] }],
      nodes: proved.nodes + core.proofNodes(),
      elapsedMs: run.elapsedMs(),
    })
  }

  /** The moves that a level does not see here; always the same ones, and never all of them. */
  #overlooked({ blindness }: Level): ReadonlySet<number> {
    const core = this.#core
    const seed = Number(core.key() & 0xffff_ffffn)
    const moves = core.moves()
    const overlooked = new Set<number>()
    for (const move of moves) {
      const hops = core.valueAt(move >> 6)
      const mixed = Math.imul(seed ^ Math.imul(move, 0x9e3779b1), 0x85ebca6b) >>> 9
      if ((mixed & 0xffff) / 0x10000 < (blindness[hops - 1] ?? 0)) overlooked.add(move)
    }
    if (overlooked.size === moves.length) overlooked.clear()
    return overlooked
  }
}

// --- internal ---

/** More plies than any game has. */
const MOST_DEPTH = 36
/**
 * With at most this many occupied squares, a proof is tried before a search if it is likely to
 * finish in time.
 */
const PROVE_FROM = 26
/**
 * Positions that a proof visits with this many occupied squares, and the factor for each further
 * square.
 */
const PROOF_SQUARES = 20
const PROOF_NODES = 200_000
const PROOF_GROWTH = 3
/** Positions that a proof visits in a millisecond on a slow machine. */
const NODES_PER_MS = 6_000
/** The share of time and nodes that a proof may use before the search takes over. */
const PROOF_SHARE = 0.5
/** A position with an expected margin below this looks lost, in points. */
const LOST = -20
const TEMPT_DEPTH = 5
/**
 * The share of the time after which the search for the best move stops in a game that looks lost.
 */
const TIME_BEFORE_TEMPTING = 0.3
/**
 * The share of the time after which nothing more is done to make a lost game hard, and the most
 * time in any case.
 */
const RESIST_SHARE = 0.9
const MOST_RESIST_MS = 2000
/** How often a proof reports its progress. */
const PROGRESS_MS = 250

/** A running search: how long it has, and whether its time is over. */
interface Run {
  /** The most positions to visit. */
  readonly most: number
  readonly time: TimeBudget
  readonly elapsedMs: () => number
  readonly isOut: (nodes: number) => boolean
  readonly generation: number
  readonly helpersNodes: () => number
}

function startRun(
  position: PackedPosition,
  limits: PackedLimits,
  { isStopped, now, generation, helpersNodes = () => 0 }: Watch,
  level: Level | undefined,
): Run {
  const startedAt = now()
  const elapsedMs = () => now() - startedAt
  const most = Math.min(
    limits.nodes ?? Number.POSITIVE_INFINITY,
    level?.nodes ?? Number.POSITIVE_INFINITY,
  )
  const time = budgetOf(limits, position.isWhiteTurn, occupiedOf(position))
  return {
    most,
    time,
    elapsedMs,
    generation,
    helpersNodes,
    isOut: (nodes) => nodes >= most || isStopped() || elapsedMs() >= time.hardMs,
  }
}

function occupiedOf({ cells }: PackedPosition): number {
  return cells.filter((cell) => cell !== 0).length
}

function toLine({ value, moves }: RawLine, solved: number): PackedLine {
  return Math.abs(value) > solved
    ? { kind: 'solved', value: Math.sign(value), margin: undefined, moves }
    : { kind: 'estimate', value: value / UNITS, margin: undefined, moves }
}
