import { type Core, type CoreParts, createCore } from './core.ts'
import { deepen, type RawLine } from './deepen.ts'
import type { SolveGoal } from './engine.ts'
import { overlookedBy, temptedLine } from './human-errors.ts'
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
import { isHelped } from './packed.ts'
import { proveFrom, type RawProof } from './proof.ts'
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

/** What a helping thread uses while it runs. */
export interface HelperWatch extends Watch {
  /** The number of the thread. */
  readonly thread: number
  /** Told now and then how many positions it has visited. */
  readonly onNodes: (nodes: number) => void
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
  readonly #hasHelpers: boolean
  #poll: () => boolean = () => false

  /** @throws RangeError if there is no room for the tables */
  constructor(parts: CoreParts) {
    this.#core = createCore(parts, () => this.#poll())
    this.#hasHelpers = parts.threads > 1
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
    const level = typeof limits.level === 'number' ? levelOf(limits.level) : limits.level
    core.load(position, noiseOf(level))
    if (core.isOver()) return { move: 0, info: undefined }
    // The move played is the one reported last; there is no other source.
    let last: PackedInfo | undefined
    const report = (info: PackedInfo) => {
      last = info
      onInfo(info)
    }
    const run = startRun(position, limits, watch, level)
    const isProvable = level === undefined && limits.moves === undefined
    const proved = isProvable ? this.#proveFirst(position, limits, run) : undefined
    if (proved === undefined) this.#searchOn(position, limits, level, run, report)
    else {
      report(proved)
      if (limits.isAnalysis !== true) this.#resist(proved, run, report)
    }
    return { move: last?.lines[0]?.moves[0] ?? 0, info: last }
  }

  /**
   * Fills the shared table for the searching thread, until it is stopped: tries the same proof first
   * and then searches ahead.
   */
  assist(position: PackedPosition, limits: PackedLimits, { thread, ...watch }: HelperWatch): void {
    const core = this.#core
    core.load(position)
    if (core.isOver()) return
    const run = startRun(position, limits, watch, undefined)
    const proof = this.#proveInTime(position, limits, run, () =>
      this.#helpOn(watch, core.proofNodes()),
    )
    if (proof?.verdict !== undefined) return
    this.#poll = () => this.#helpOn(watch, core.nodes())
    deepen(core, {
      // Half of the helpers are a depth ahead, so that not all of them search the same.
      from: 1 + (thread & 1),
      depth: MOST_DEPTH,
      lines: 1,
      generation: watch.generation,
      overlooked: new Set(),
      noise: 0,
      isRash: false,
      onDepth: () => !watch.isStopped(),
    })
  }

  /** Proves a position together with the thread that was asked to, until it is stopped. */
  assistProof(position: PackedPosition, goal: SolveGoal, watch: HelperWatch): void {
    const core = this.#core
    core.load(position)
    this.#poll = () => this.#helpOn(watch, core.proofNodes())
    proveFrom(core, { goal, generation: watch.generation, isShared: true })
  }

  /** Tells how many nodes a helper has visited; returns whether it must stop. */
  #helpOn({ isStopped, onNodes }: Omit<HelperWatch, 'thread'>, nodes: number): boolean {
    // After a stop, the count belongs to another search.
    if (isStopped()) return true
    onNodes(nodes)
    return false
  }

  /**
   * Proves a position; calls `onProgress` a few times a second, and as soon as the verdict is
   * proved.
   */
  solve(
    position: PackedPosition,
    { isStopped, now, generation, helpersNodes = () => 0 }: Watch,
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
      const visited = core.proofNodes() + helpersNodes()
      onProgress({ nodes: visited, elapsedMs, verdict, move, hashPermille })
    }
    this.#poll = () => {
      if (now() - reportedAt >= PROGRESS_MS) report()
      return isStopped() || core.proofNodes() >= nodes
    }
    const proof = proveFrom(core, {
      goal,
      generation,
      isShared: this.#hasHelpers && isHelped(nodes),
      onVerdict: (proved) => {
        verdict = proved
        move = core.provenMove()
        report()
      },
    })
    const visited = core.proofNodes() + helpersNodes()
    return { ...proof, nodes: visited, elapsedMs: now() - startedAt }
  }

  /** Counts move sequences; undefined if it was stopped. */
  perft(position: PackedPosition, depth: number, { isStopped }: Watch): number | undefined {
    this.#core.load(position)
    this.#poll = isStopped
    return this.#core.perft(depth)
  }

  #searchOn(
    position: PackedPosition,
    limits: PackedLimits,
    level: Level | undefined,
    run: Run,
    report: (info: PackedInfo) => void,
  ): void {
    const core = this.#core
    this.#poll = () => run.isOut(core.nodes())
    const isTimed = limits.timeMs !== undefined || limits.clock !== undefined
    const isForMove =
      (limits.lines ?? 1) === 1 && limits.isAnalysis !== true && limits.moves === undefined
    const mayTempt = level === undefined && isTimed && isForMove
    const temptation = isForMove ? level?.temptation : undefined
    let reached = 0
    const looksLost = ([best]: readonly RawLine[]) =>
      mayTempt && best !== undefined && best.value < LOST * UNITS
    const lines = deepen(core, {
      from: 1,
      depth: Math.max(1, Math.min(limits.depth ?? MOST_DEPTH, level?.depth ?? MOST_DEPTH)),
      lines: temptation?.among ?? limits.lines ?? 1,
      generation: run.generation,
      overlooked: level === undefined ? this.#leftOut(limits.moves) : overlookedBy(level, core),
      noise: noiseOf(level),
      // Games of the day and puzzles depend on the levels' moves, so these must not change.
      isRash: level !== undefined,
      onDepth: (depth, found) => {
        if (temptation === undefined) report(this.#infoOf(depth, found, run))
        reached = depth
        return run.elapsedMs() < run.time.softMs * (looksLost(found) ? TIME_BEFORE_TEMPTING : 1)
      },
    })
    const tempted = temptation && temptedLine(core, position, lines, temptation)
    if (tempted !== undefined) report(this.#infoOf(reached, [tempted], run))
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
    const core = this.#core
    const isOut = () => run.isOut(core.proofNodes() / PROOF_SHARE)
    const proof = this.#proveInTime(position, limits, run, isOut)
    if (proof?.verdict === undefined || proof.moves.length === 0) return undefined
    // A proof of the verdict alone is better than any estimate if it is a win. Otherwise it does
    // not say which losing move holds out best.
    if (proof.margin === undefined && proof.verdict <= 0) return undefined
    const { verdict, margin, moves } = proof
    return {
      depth: occupiedOf(position),
      lines: [{ kind: 'solved', value: Math.sign(verdict), margin, moves }],
      nodes: core.proofNodes() + run.helpersNodes(),
      elapsedMs: run.elapsedMs(),
      hashPermille: core.fillPermille(),
    }
  }

  /** Proves a position if that is likely to succeed in the share of time that a proof may use. */
  #proveInTime(
    position: PackedPosition,
    limits: PackedLimits,
    run: Run,
    isOut: () => boolean,
  ): RawProof | undefined {
    if (limits.depth !== undefined || (limits.lines ?? 1) !== 1) return undefined
    const occupied = occupiedOf(position)
    const expectedNodes = PROOF_NODES * PROOF_GROWTH ** (occupied - PROOF_SQUARES)
    const allowedMs = run.time.hardMs * PROOF_SHARE
    const allowedNodes = Math.min(run.most * PROOF_SHARE, allowedMs * NODES_PER_MS)
    if (occupied > PROVE_FROM || expectedNodes > allowedNodes) return undefined
    this.#poll = () => isOut() || run.elapsedMs() >= allowedMs
    const { generation } = run
    return proveFrom(this.#core, {
      goal: 'margin',
      generation,
      isShared: this.#hasHelpers && limits.level === undefined,
    })
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

  /** The moves that a search does not compare. */
  #leftOut(wanted: readonly PackedMove[] | undefined): ReadonlySet<number> {
    if (wanted === undefined) return new Set()
    const kept = new Set(wanted)
    return new Set(this.#core.moves().filter((move) => !kept.has(move)))
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

/** The largest error of a level's estimates, in units. */
function noiseOf(level: Level | undefined): number {
  return Math.round((level?.misjudgement ?? 0) * UNITS)
}

function occupiedOf({ cells }: PackedPosition): number {
  return cells.filter((cell) => cell !== 0).length
}

function toLine({ value, moves }: RawLine, solved: number): PackedLine {
  return Math.abs(value) > solved
    ? { kind: 'solved', value: Math.sign(value), margin: undefined, moves }
    : { kind: 'estimate', value: value / UNITS, margin: undefined, moves }
}
