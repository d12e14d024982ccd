import type { Engine, Line, SearchInfo, SolveResult } from '@hokito/engine'
import { possibleMargin } from '@hokito/engine'
import {
  type Color,
  isSameMove,
  legalMoves,
  type Move,
  occupiedCount,
  opposite,
  outcome,
  type Position,
  play,
} from '@hokito/rules'
import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { AnalystSettings } from './analyst-settings.ts'

/** What a line comes to: a guess, or what is proved and never changes. Leads are Black's points less White's. */
export type Outlook =
  | { readonly kind: 'expected'; readonly lead: number }
  | {
      readonly kind: 'proved'
      readonly winner: Color | 'draw'
      /** Undefined where only the winner is proved. */
      readonly lead: number | undefined
      /** Moves of both sides until the game is over, if they play their best; undefined where not all are known. */
      readonly plies: number | undefined
    }

/** One of the best moves, what is expected to follow it, and what that comes to. */
export interface AnalysedLine {
  /** Never empty. */
  readonly moves: readonly Move[]
  readonly outlook: Outlook
}

/** What has been found out about a position so far. */
export interface Findings {
  readonly position: Position
  /** Best first. */
  readonly lines: readonly AnalysedLine[]
  /** Half-moves looked ahead. */
  readonly depth: number
  readonly nodesPerSecond: number
  /** How many of the possible moves are proved to the point, once that has begun. */
  readonly proved: { readonly done: number; readonly of: number } | undefined
}

/** What the analyst is doing. `noRoom`: the machine has no memory for such tables; `failed`: try again. */
export type AnalystState = 'off' | 'over' | 'working' | 'finished' | 'noRoom' | 'failed'

export type Analyst = ReturnType<typeof createAnalyst>

interface AnalystOptions {
  readonly position: ReadonlySignal<Position>
  readonly settings: ReadonlySignal<AnalystSettings>
  /** Brings up an engine; called when it is first wanted. */
  readonly start: () => Promise<Engine>
}

/** Has an engine look at whatever position is shown, for as long as it is; call `dispose` at the end. */
export function createAnalyst({ position, settings, start }: AnalystOptions) {
  const state = signal<AnalystState>('off')
  const findings = signal<Findings | undefined>(undefined)
  const attempt = signal(0)
  const isOn = computed(() => settings.value.isOn)
  const lines = computed(() => settings.value.lines)
  const strength = computed(() => `${settings.value.threads} ${settings.value.hashMiB}`)
  let engine: Promise<Engine> | undefined
  let configured: { readonly strength: string; readonly ready: Promise<Engine> } | undefined

  function started(): Promise<Engine> {
    engine ??= start().catch((error: unknown) => {
      // Not kept, so that the next attempt starts anew: the network may be back by then.
      engine = undefined
      throw error
    })
    return engine
  }

  /** The engine with the memory and threads that are wanted. */
  function strongEngine(wanted: string): Promise<Engine> {
    if (configured?.strength === wanted) return configured.ready
    const { threads, hashMiB } = settings.peek()
    const ready = started().then(async (raw) => {
      await raw.configure({ threads, hashMiB })
      return raw
    })
    configured = { strength: wanted, ready }
    ready.catch(() => {
      if (configured?.ready === ready) configured = undefined
    })
    return ready
  }

  const stop = effect(() => {
    attempt.value
    const looked = position.value
    const count = lines.value
    findings.value = undefined
    if (!isOn.value) {
      state.value = 'off'
      return
    }
    if (outcome(looked) !== undefined) {
      state.value = 'over'
      return
    }
    const stopped = new AbortController()
    state.value = 'working'
    strongEngine(strength.value)
      .then((ready) =>
        lookInto(ready, looked, count, {
          signal: stopped.signal,
          onFound: (found) => {
            if (!stopped.signal.aborted) findings.value = found
          },
        }),
      )
      .then(
        () => {
          if (!stopped.signal.aborted) state.value = 'finished'
        },
        (error: unknown) => {
          if (stopped.signal.aborted) return
          batch(() => {
            findings.value = undefined
            state.value = error instanceof RangeError ? 'noRoom' : 'failed'
          })
        },
      )
    return () => stopped.abort()
  })

  return {
    state,
    findings,
    /** Tries again after a failure. */
    retry: () => {
      attempt.value++
    },
    dispose: () => {
      stop()
      // A failed start has been told already.
      engine?.then((raw) => raw.close()).catch(() => undefined)
    },
  }
}

/** The position in which the side to move has passed, so that what is found is what the other side threatens. */
export function passed(position: Position): Position {
  return { ...position, turn: opposite(position.turn) }
}

/** How far Black is ahead; half a point where all that is known is who wins. */
export function leadOf(outlook: Outlook): number {
  if (outlook.kind === 'expected' || outlook.lead !== undefined) return outlook.lead ?? 0
  if (outlook.winner === 'draw') return 0
  return outlook.winner === 'black' ? 0.5 : -0.5
}

// --- internal ---

/** More half-moves than any game has. */
const WHOLE_GAME = 36
/** From so few occupied squares down all moves are proved within seconds: no search needs to come to its end first. */
const PROVED_AT_ONCE = 20
/** As far as a search looks there before, so that the best moves are proved first. */
const FIRST_LOOK = 8

interface LookOptions {
  readonly signal: AbortSignal
  readonly onFound: (findings: Findings) => void
}

/** Searches for the best lines until they are proved, then proves each possible move to the point. */
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

/** Proves the moves of a position one after another, those that looked best first. */
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

/** Best first for the side to move; equals stay in their order. */
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
    // No minus before a nought.
    return { moves, outlook: { kind: 'expected', lead: lead === 0 ? 0 : lead } }
  }
  const { verdict, margin } = value
  const winner = verdict === 'draw' ? 'draw' : verdict === 'win' ? turn : opposite(turn)
  const lead = verdict === 'draw' ? 0 : margin && sign * margin
  return { moves, outlook: { kind: 'proved', winner, lead, plies: undefined } }
}

/** The line of a move after which the position is proved. */
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
