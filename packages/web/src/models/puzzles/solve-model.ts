import type { Puzzle } from '@hokito/engine/puzzles'
import { isSameMove, type Move, type Position, play } from '@hokito/rules'
import { batch, computed, signal } from '@preact/signals'
import { createRecordView } from '../game/record-view.ts'
import type { Refutation, Refuter } from './refuter.ts'

/**
 * Where somebody is with a puzzle: a move is awaited (`asked`), the reply to a right one comes, a wrong one stands on
 * the board, all were found, or the solution was shown.
 */
export type SolveState = 'asked' | 'replying' | 'wrong' | 'solved' | 'shown'

/** What is known of the wrong move on the board. */
export type Refuting =
  | { readonly kind: 'working' | 'failed' }
  | {
      readonly kind: 'known'
      readonly refutation: Refutation
      /** How many of its moves stand on the board. */
      readonly step: number
      /** Black's points less White's after the right move instead; undefined until that is proved too. */
      readonly rightLead: number | undefined
    }

export type SolveModel = ReturnType<typeof createSolveModel>

interface SolveDependencies {
  /** Undefined where this browser cannot run the computer. */
  readonly refuter: Refuter | undefined
  /** Lets a moment pass before a move of the other side, so that it is seen. */
  readonly pause: () => Promise<void>
  /** Called once: did the first try succeed, without hints? */
  readonly onTried: (isSolved: boolean) => void
  /** Called once, when everything was found, or the solution is asked for. */
  readonly onEnded: (end: 'solved' | 'shown') => void
  /** How it ended another time: then there is nothing left to solve. */
  readonly ended?: 'solved' | 'shown' | undefined
}

/** One puzzle on the board, its moves to be found one after another. */
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
   * Proves what the puzzle comes to, from its beginning: the replies of a solution show that it holds, and may give
   * away more than the best ones.
   */
  async function proveWorth(): Promise<void> {
    working = new AbortController()
    const { signal: own } = working
    const lead = await leadFrom(puzzle.position, own)
    if (!own.aborted) worth.value = lead
  }

  /** How the game ends from a position with best play; undefined where that stays unknown, which stops nobody. */
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

  /** Plays what is left of the solution. */
  async function show(): Promise<void> {
    if (state.peek() !== 'asked' && state.peek() !== 'wrong') return
    again()
    end('shown')
    while (found.peek() < solution.length && !isDisposed) {
      found.value++
      if (found.peek() < solution.length) await pause()
    }
  }

  /** Proves what the wrong move leads to: that is worth knowing before the next try. */
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

  /** Plays so many moves of the refutation, as far as there are any. */
  function stepTo(step: number): void {
    const { value: known } = refuting
    if (known?.kind !== 'known' || step > known.refutation.moves.length) return
    refuting.value = { ...known, step }
  }

  /** Plays the other side's answer to the wrong move, once it is known. */
  async function refute(): Promise<void> {
    isWhyAsked.value = true
    if (refuting.peek()?.kind === 'failed') weighing = weigh()
    stepTo(1)
    await weighing
  }

  /** Proves what the right move would have led to, beside what the wrong one does. */
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
    /** Has somebody asked what is wrong with the move? */
    isWhyAsked,
    canRefute: refuter !== undefined,
    /** Whose moves are to be found. */
    solver: puzzle.position.turn,
    /** Once it is over, Black's points less White's if both play their best from its beginning; undefined until proved. */
    worth,
    isEnded: computed(() => state.value === 'solved' || state.value === 'shown'),
    canPlay: computed(() => state.value === 'asked'),
    /** How many moves are still to be found. */
    left: computed(() => Math.ceil((solution.length - found.value) / 2)),
    /** 1: which piece moves; 2: where to as well. */
    hints,
    /** The move that the hints are about, once there are any. */
    hinted: computed(() => (hints.value === 0 ? undefined : asked.value)),
    /** The same where all of it is said. */
    hint: computed(() => (hints.value === 2 ? asked.value : undefined)),
    /** Who may move on the board. */
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
