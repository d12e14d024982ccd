import type { Puzzle } from '@hokito/engine/puzzles'
import { isSameMove, type Move, type Position, play } from '@hokito/rules'
import { batch, computed, signal } from '@preact/signals'
import { createRecordView } from '../game/record-view.ts'
import type { Refutation, Refuter } from './refuter.ts'

/**
 * The state of a puzzle: it awaits a move (`asked`), the reply to a right move is coming, a wrong
 * move stands on the board, all moves were found, or the solution was shown.
 */
export type SolveState = 'asked' | 'replying' | 'wrong' | 'solved' | 'shown'

/** The analysis of the wrong move on the board. */
export type Refuting =
  | { readonly kind: 'working' | 'failed' }
  | {
      readonly kind: 'known'
      readonly refutation: Refutation
      /** How many moves of the refutation stand on the board. */
      readonly step: number
      /**
       * Black's points minus White's after the right move instead; undefined until that is proved
       * too.
       */
      readonly rightLead: number | undefined
    }

export type SolveModel = ReturnType<typeof createSolveModel>

interface SolveDependencies {
  /** Undefined if this browser cannot run the computer. */
  readonly refuter: Refuter | undefined
  /** A short pause before a move by the opponent, so that the player sees it. */
  readonly pause: () => Promise<void>
  /** Called once: did the first try succeed without hints? */
  readonly onTried: (isSolved: boolean) => void
  /** Called once, when all moves are found or the solution is requested. */
  readonly onEnded: (end: 'solved' | 'shown') => void
  /** How it ended on an earlier visit: then there is nothing left to solve. */
  readonly ended?: 'solved' | 'shown' | undefined
}

/** One puzzle on the board; its moves are to be found one after another. */
export function createSolveModel(puzzle: Puzzle, dependencies: SolveDependencies) {
  const { refuter, pause, onTried, onEnded, ended } = dependencies
  const { solution } = puzzle
  const found = signal(ended === undefined ? 0 : solution.length)
  const state = signal<SolveState>(ended ?? 'asked')
  const wrong = signal<Move | undefined>(undefined)
  const refuting = signal<Refuting | undefined>(undefined)
  const isWhyAsked = signal(false)
  const hints = signal(0)
  const worth = signal<number | undefined>(undefined)
  let isTried = ended !== undefined
  let isDisposed = false
  let working = new AbortController()
  let weighing: Promise<void> | undefined

  const line = computed(() => {
    const before = solution.slice(0, found.value)
    const { value: known } = refuting
    const after = known?.kind === 'known' ? known.refutation.moves.slice(0, known.step) : []
    return wrong.value === undefined ? before : [...before, wrong.value, ...after]
  })
  const view = createRecordView({
    moves: line,
    positions: computed(() => positionsOf(puzzle.position, line.value)),
  })
  const asked = computed(() => (state.value === 'asked' ? solution[found.value] : undefined))

  function tell(isSolved: boolean): void {
    if (isTried) return
    isTried = true
    onTried(isSolved)
  }

  function end(as: 'solved' | 'shown'): void {
    tell(as === 'solved')
    state.value = as
    onEnded(as)
    void proveWorth()
  }

  /**
   * Proves the worth of the puzzle's first position. The replies in a solution show that it holds,
   * and may give away more than the best replies would.
   */
  async function proveWorth(): Promise<void> {
    working = new AbortController()
    const { signal: own } = working
    const lead = await leadFrom(puzzle.position, own)
    if (!own.aborted) worth.value = lead
  }

  /**
   * Black's final lead from a position with best play; undefined if it stays unknown, which blocks
   * nothing.
   */
  async function leadFrom(position: Position, own: AbortSignal): Promise<number | undefined> {
    try {
      return (await refuter?.refute(position, own))?.lead
    } catch (error) {
      if (!own.aborted) reportError(error)
      return undefined
    }
  }

  async function play(move: Move): Promise<void> {
    const { value: right } = asked
    if (right === undefined) return
    if (!isSameMove(move, right)) {
      batch(() => {
        wrong.value = move
        state.value = 'wrong'
      })
      tell(false)
      weighing = weigh()
      return
    }
    batch(() => {
      hints.value = 0
      found.value++
      if (found.value < solution.length) state.value = 'replying'
    })
    if (state.peek() !== 'replying') return end('solved')
    await pause()
    if (isDisposed) return
    batch(() => {
      found.value++
      state.value = 'asked'
    })
  }

  function again(): void {
    working.abort()
    batch(() => {
      wrong.value = undefined
      refuting.value = undefined
      isWhyAsked.value = false
      state.value = 'asked'
    })
  }

  /** Plays the rest of the solution. */
  async function show(): Promise<void> {
    if (state.peek() !== 'asked' && state.peek() !== 'wrong') return
    again()
    end('shown')
    while (found.peek() < solution.length && !isDisposed) {
      found.value++
      if (found.peek() < solution.length) await pause()
    }
  }

  /** Proves the result of the wrong move, which is worth knowing before the next try. */
  async function weigh(): Promise<void> {
    if (refuter === undefined || state.peek() !== 'wrong') return
    working = new AbortController()
    const { signal: own } = working
    refuting.value = { kind: 'working' }
    try {
      const refutation = await refuter.refute(view.live.peek(), own)
      if (own.aborted) return
      if (refutation === undefined) {
        refuting.value = { kind: 'failed' }
        return
      }
      refuting.value = { kind: 'known', refutation, step: 0, rightLead: undefined }
      if (isWhyAsked.peek()) stepTo(1)
    } catch {
      if (!own.aborted) refuting.value = { kind: 'failed' }
      return
    }
    await compare(own)
  }

  /** Plays the first `step` moves of the refutation, as far as it has them. */
  function stepTo(step: number): void {
    const { value: known } = refuting
    if (known?.kind !== 'known' || step > known.refutation.moves.length) return
    refuting.value = { ...known, step }
  }

  /** Plays the opponent's reply to the wrong move, once it is known. */
  async function refute(): Promise<void> {
    isWhyAsked.value = true
    if (refuting.peek()?.kind === 'failed') weighing = weigh()
    stepTo(1)
    await weighing
  }

  /** Proves the result of the right move, to compare with the wrong one. */
  async function compare(own: AbortSignal): Promise<void> {
    const right = solution.slice(0, found.peek() + 1)
    const after = positionsOf(puzzle.position, right).at(-1)
    const rightLead = after && (await leadFrom(after, own))
    const { value: known } = refuting
    if (own.aborted || known?.kind !== 'known') return
    refuting.value = { ...known, rightLead }
  }

  if (ended !== undefined) void proveWorth()

  return {
    puzzle,
    ...view,
    state,
    wrong,
    refuting,
    /** Has the player asked why the move is wrong? */
    isWhyAsked,
    canRefute: refuter !== undefined,
    /** The side whose moves are to be found. */
    solver: puzzle.position.turn,
    /**
     * Once the puzzle is over, Black's points minus White's with best play from its first position;
     * undefined until proved.
     */
    worth,
    isEnded: computed(() => state.value === 'solved' || state.value === 'shown'),
    canPlay: computed(() => state.value === 'asked'),
    /** How many moves are still to be found. */
    left: computed(() => Math.ceil((solution.length - found.value) / 2)),
    /** 1: which piece moves; 2: also its landing. */
    hints,
    /** The move that the hints are about, once a hint was given. */
    hinted: computed(() => (hints.value === 0 ? undefined : asked.value)),
    /** The same, once the hints name the whole move. */
    hint: computed(() => (hints.value === 2 ? asked.value : undefined)),
    /** The side that may move on the board. */
    movable: computed(() => (state.value === 'asked' ? puzzle.position.turn : 'none')),
    play,
    again,
    show,
    refute,
    /** Plays the next move of the refutation. */
    stepOn: () => {
      const { value: known } = refuting
      if (known?.kind === 'known') stepTo(known.step + 1)
    },
    giveHint: () => {
      if (asked.peek() === undefined || hints.peek() === 2) return
      tell(false)
      hints.value++
    },
    dispose: () => {
      isDisposed = true
      working.abort()
    },
  }
}

// --- internal ---

/** The positions from the first one on, one more than moves. */
function positionsOf(first: Position, moves: readonly Move[]): readonly Position[] {
  const positions = [first]
  let position = first
  for (const move of moves) {
    position = play(position, move)
    positions.push(position)
  }
  return positions
}
