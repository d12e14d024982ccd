import type { Engine, Line, SearchInfo, SolveResult } from '@hokito/engine'
import { possibleMargin } from '@hokito/engine'
import {
  isSameMove,
  legalMoves,
  type Move,
  occupiedCount,
  opposite,
  outcome,
  type Position,
  play,
} from '@hokito/rules'
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { startOnce } from '../device/start-once.ts'
import type { AnalystSettings } from './analyst-settings.ts'
import { leadOf, type Outlook } from './outlook.ts'

/** One of the best moves, its expected continuation, and the result. */
export interface AnalysedLine {
  /** Never empty. */
  readonly moves: readonly Move[]
  readonly outlook: Outlook
}

/** The findings on a position so far. */
export interface Findings {
  readonly position: Position
  /** Best first. */
  readonly lines: readonly AnalysedLine[]
  /** Search depth in plies. */
  readonly depth: number
  readonly nodesPerSecond: number
  /** How many of the possible moves have a proved score, once proving has begun. */
  readonly proved: { readonly done: number; readonly of: number } | undefined
}

/**
 * What the analyst does, and what it has found. `noRoom`: the machine lacks the memory for such
 * tables; `failed`: try again.
 */
export type AnalystState =
  | { readonly kind: 'off' | 'over' | 'noRoom' | 'failed' }
  | { readonly kind: 'working' | 'finished'; readonly findings: Findings | undefined }

/** The analyst of the shown position. */
export interface Analyst {
  readonly state: ReadonlySignal<AnalystState['kind']>
  readonly findings: ReadonlySignal<Findings | undefined>
  /** Tries again after a failure. */
  readonly retry: () => void
  readonly dispose: () => void
}

interface AnalystOptions {
  readonly position: ReadonlySignal<Position>
  readonly settings: ReadonlySignal<AnalystSettings>
  /** Starts an engine; called when it is first needed. */
  readonly start: () => Promise<Engine>
}

/**
 * Lets an engine analyse the shown position for as long as it is shown; call `dispose` at the end.
 */
export function createAnalyst({ position, settings, start }: AnalystOptions): Analyst {
  const state = signal<AnalystState>({ kind: 'off' })
  const findings = computed(() => ('findings' in state.value ? state.value.findings : undefined))
  const attempt = signal(0)
  const isOn = computed(() => settings.value.isOn)
  const lines = computed(() => settings.value.lines)
  const threads = computed(() => settings.value.threads)
  const hashMiB = computed(() => settings.value.hashMiB)
  const engine = createStrongEngine(start)

  const stop = effect(() => {
    attempt.value
    const looked = position.value
    const count = lines.value
    if (!isOn.value) {
      state.value = { kind: 'off' }
      return
    }
    if (outcome(looked) !== undefined) {
      state.value = { kind: 'over' }
      return
    }
    const stopped = new AbortController()
    const { signal: own } = stopped
    const tell = (next: AnalystState) => {
      if (!own.aborted) state.value = next
    }
    const onFound = (found: Findings) => tell({ kind: 'working', findings: found })
    tell({ kind: 'working', findings: undefined })
    engine
      .withStrength(threads.value, hashMiB.value)
      .then((ready) => lookInto(ready, looked, count, { signal: own, onFound }))
      .then(
        () => tell({ kind: 'finished', findings: findings.peek() }),
        (error) => {
          if (error instanceof RangeError) return tell({ kind: 'noRoom' })
          tell({ kind: 'failed' })
          if (!own.aborted) reportError(error)
        },
      )
    return () => stopped.abort()
  })

  return {
    state: computed(() => state.value.kind),
    findings,
    retry: () => {
      attempt.value++
    },
    dispose: () => {
      stop()
      engine.close()
    },
  }
}

/**
 * The position after the side to move has passed, so that its analysis shows the opponent's threat.
 */
export function passed(position: Position): Position {
  return { ...position, turn: opposite(position.turn) }
}

// --- internal ---

/** An engine that is started when it is first needed. */
function createStrongEngine(start: () => Promise<Engine>) {
  const { get, close } = startOnce(start)
  let configured: { readonly strength: string; readonly ready: Promise<Engine> } | undefined

  return {
    /** The engine with some threads and memory. */
    withStrength: (threads: number, hashMiB: number): Promise<Engine> => {
      const strength = `${threads} ${hashMiB}`
      if (configured?.strength === strength) return configured.ready
      const ready = get().then(async (raw) => {
        await raw.configure({ threads, hashMiB })
        return raw
      })
      configured = { strength, ready }
      ready.catch(() => {
        if (configured?.ready === ready) configured = undefined
      })
      return ready
    },
    close,
  }
}

/** More plies than any game has. */
const WHOLE_GAME = 36
/**
 * With this many occupied squares or fewer, all moves are proved within seconds, so no search needs
 * to finish first.
 */
const PROVED_AT_ONCE = 20
/**
 * The depth of the search before proving such a position, so that the best moves are proved first.
 */
const FIRST_LOOK = 8

interface LookOptions {
  readonly signal: AbortSignal
  readonly onFound: (findings: Findings) => void
}

/**
 * Searches for the best lines until they are proved, then proves the score of each possible move.
 */
async function lookInto(
  engine: Engine,
  position: Position,
  count: number,
  options: LookOptions,
): Promise<void> {
  const { signal, onFound } = options
  const isSmall = occupiedCount(position) <= PROVED_AT_ONCE
  const depth = isSmall ? FIRST_LOOK : WHOLE_GAME
  const found = (info: SearchInfo): Findings => ({
    position,
    lines: info.lines.filter(({ moves }) => moves.length > 0).map((line) => toLine(line, position)),
    depth: info.depth,
    nodesPerSecond: perSecond(info),
    proved: undefined,
  })
  const { info } = await engine.search(
    position,
    { depth, lines: count },
    { signal, onInfo: (each) => onFound(found(each)) },
  )
  if (signal.aborted || info === undefined) return
  await proveAll(engine, found(info), count, options)
}

/** Proves the moves of a position one after another, in the order of the search. */
async function proveAll(
  engine: Engine,
  first: Findings,
  count: number,
  { signal, onFound }: LookOptions,
): Promise<void> {
  const { position } = first
  const looked = first.lines.flatMap(({ moves }) => moves.slice(0, 1))
  const isLooked = (move: Move) => looked.some((other) => isSameMove(move, other))
  const moves = [...looked, ...legalMoves(position).filter((move) => !isLooked(move))]
  const proved: AnalysedLine[] = []
  for (const move of moves) {
    const after = play(position, move)
    const proof = await engine.solve(after, { signal })
    if (signal.aborted) return
    const line = provedLine(move, after, proof)
    if (line === undefined) throw new Error('a proof that nobody stopped has proved nothing')
    proved.push(line)
    const open = first.lines.filter(
      (each) => !proved.some((other) => isSameFirst(each.moves, other.moves)),
    )
    onFound({
      ...first,
      lines: ranked([...proved, ...open], position).slice(0, count),
      nodesPerSecond: perSecond(proof) || first.nodesPerSecond,
      proved: { done: proved.length, of: moves.length },
    })
  }
}

function isSameFirst([a]: readonly Move[], [b]: readonly Move[]): boolean {
  return a !== undefined && b !== undefined && isSameMove(a, b)
}

/** Best first for the side to move; equal ones keep their order. */
function ranked(lines: readonly AnalysedLine[], { turn }: Position): readonly AnalysedLine[] {
  const sign = turn === 'black' ? 1 : -1
  const worth = ({ outlook }: AnalysedLine) => sign * leadOf(outlook)
  return [...lines].sort((a, b) => worth(b) - worth(a))
}

function toLine({ moves, value }: Line, position: Position): AnalysedLine {
  const { turn } = position
  const sign = turn === 'black' ? 1 : -1
  if (value.kind === 'estimate') {
    const lead = sign * possibleMargin(value.points, position)
    // No minus before a zero.
    return { moves, outlook: { kind: 'expected', lead: lead === 0 ? 0 : lead } }
  }
  const { verdict, margin } = value
  const winner = verdict === 'draw' ? 'draw' : verdict === 'win' ? turn : opposite(turn)
  const lead = verdict === 'draw' ? 0 : margin && sign * margin
  return { moves, outlook: { kind: 'proved', winner, lead, plies: undefined } }
}

/** The line of a move whose resulting position is proved. */
function provedLine(
  move: Move,
  after: Position,
  { solved, moves }: SolveResult,
): AnalysedLine | undefined {
  if (solved === undefined) return undefined
  const { outlook } = toLine({ moves, value: solved }, after)
  if (outlook.kind !== 'proved') return undefined
  const isWhole = outcome(moves.reduce(play, after)) !== undefined
  return {
    moves: [move, ...moves],
    outlook: { ...outlook, plies: isWhole ? moves.length + 1 : undefined },
  }
}

function perSecond({ nodes, elapsedMs }: Pick<SolveResult, 'nodes' | 'elapsedMs'>): number {
  return elapsedMs < 1 ? 0 : Math.round((1000 * nodes) / elapsedMs)
}
