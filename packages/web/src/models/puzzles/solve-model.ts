import type { Puzzle } from '@hokito/engine/puzzles'
import { type Color, type Move, play } from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { shownIn } from '../game/played-line.ts'
import { createRecordView, positionsAlong, type RecordView } from '../game/record-view.ts'
import { createPlayOut, type PlayOut } from './play-out.ts'
import type { Refuter } from './refuter.ts'
import { createProofs } from './solve-proofs.ts'
import {
  askWhy,
  endOf,
  giveHint,
  giveUp,
  isTried,
  MOST_HINTS,
  openPuzzle,
  playOn,
  type Refuting,
  type SolveEnd,
  type SolveState,
  showAll,
  stepOn,
  takeBack,
  tryMove,
  wantedMove,
} from './solve-state.ts'

/** A puzzle on the board: signals for the page, actions for its board and buttons. */
export interface SolveModel extends RecordView {
  readonly puzzle: Puzzle
  /** The side whose moves are to be found. */
  readonly solver: Color
  readonly state: ReadonlySignal<SolveState['kind']>
  readonly isEnded: ReadonlySignal<boolean>
  /** Has the first try failed, by a wrong move, a hint or the solution? */
  readonly isMissed: ReadonlySignal<boolean>
  readonly canPlay: ReadonlySignal<boolean>
  /** The side that may move on the board. */
  readonly movable: ReadonlySignal<Color | 'none'>
  /** How many moves are still to be found. */
  readonly left: ReadonlySignal<number>
  /** 1: which piece moves; 2: also its landing. */
  readonly hints: ReadonlySignal<number>
  /** The move that the hints are about, once a hint was given. */
  readonly hinted: ReadonlySignal<Move | undefined>
  /** The same, once the hints name the whole move. */
  readonly hint: ReadonlySignal<Move | undefined>
  /** The wrong move on the board, and its analysis. */
  readonly wrong: ReadonlySignal<Move | undefined>
  readonly refuting: ReadonlySignal<Refuting | undefined>
  /** Has the player asked why the move is wrong? */
  readonly isWhyAsked: ReadonlySignal<boolean>
  readonly canRefute: boolean
  /**
   * Once the puzzle is over, Black's points minus White's with best play from its first position;
   * undefined until proved.
   */
  readonly worth: ReadonlySignal<number | undefined>
  /** What the solution leads to, once it is over. */
  readonly rest: Pick<PlayOut, 'state' | 'found' | 'run' | 'stepOn'>
  /** Makes a move; resolves once a right one is answered. */
  readonly play: (move: Move) => Promise<void>
  /** Takes back a wrong move. */
  readonly again: () => void
  /** Plays the rest of the solution. */
  readonly show: () => Promise<void>
  readonly giveHint: () => void
  /** Plays the opponent's reply to the wrong move, once it is known. */
  readonly refute: () => Promise<void>
  /** Plays the next move of the refutation. */
  readonly stepOn: () => void
  readonly dispose: () => void
}

/** Dependencies of a puzzle on the board. */
export interface SolveDependencies {
  /** Undefined if this browser cannot run the computer. */
  readonly refuter: Refuter | undefined
  /** A short pause before a move by the opponent, so that the player sees it. */
  readonly pause: () => Promise<void>
  /** Called once: did the first try succeed without hints? */
  readonly onTried: (isSolved: boolean) => void
  /** Called once, when all moves are found or the solution is requested. */
  readonly onEnded: (end: SolveEnd) => void
  /** How it ended on an earlier visit: then there is nothing left to solve. */
  readonly ended?: SolveEnd | undefined
}

/** One puzzle on the board; its moves are to be found one after another. */
export function createSolveModel(puzzle: Puzzle, dependencies: SolveDependencies): SolveModel {
  const { refuter, pause, onTried, onEnded, ended } = dependencies
  const { solution } = puzzle
  const state = signal(openPuzzle(solution, ended))
  const { worth, proveWorth, weigh, stop } = createProofs(puzzle, refuter, state)
  const rest = createPlayOut(solution.reduce(play, puzzle.position), refuter)
  let isDisposed = false

  /** Shows the next state, and does what follows from it. */
  function change(next: SolveState): void {
    const before = state.peek()
    state.value = next
    if (isTried(next) && !isTried(before)) onTried(!next.isMissed)
    if (next.kind === before.kind) return
    if (before.kind === 'wrong') stop()
    if (next.kind === 'wrong') void weigh()
    const end = endOf(next)
    if (end === undefined) return
    onEnded(end)
    void proveWorth()
  }

  if (ended !== undefined) void proveWorth()
  return {
    puzzle,
    solver: puzzle.position.turn,
    ...signalsOf(puzzle, state, rest.moves),
    canRefute: refuter !== undefined,
    worth,
    rest: {
      ...rest,
      run: async () => {
        if (endOf(state.peek()) === undefined) return
        // The end that is played out says more than the proof would.
        stop()
        // It begins where the solution ends, which may still be on its way there.
        change(showAll(state.peek(), solution))
        await rest.run()
      },
    },
    ...playersOf({ state, solution, change, pause, isDisposed: () => isDisposed }),
    again: () => change(takeBack(state.peek())),
    giveHint: () => change(giveHint(state.peek())),
    refute: async () => {
      change(askWhy(state.peek()))
      await weigh()
    },
    stepOn: () => change(stepOn(state.peek())),
    dispose: () => {
      isDisposed = true
      stop()
      rest.dispose()
    },
  }
}

// --- internal ---

interface Playing {
  readonly state: ReadonlySignal<SolveState>
  readonly solution: readonly Move[]
  readonly change: (next: SolveState) => void
  readonly pause: () => Promise<void>
  readonly isDisposed: () => boolean
}

/** What makes moves on the board one after another. */
function playersOf(playing: Playing): Pick<SolveModel, 'play' | 'show'> {
  const { state, solution, change, pause, isDisposed } = playing
  return {
    play: async (move) => {
      const next = tryMove(state.peek(), solution, move)
      if (next === state.peek()) return
      change(next)
      if (next.kind !== 'replying') return
      await pause()
      if (!isDisposed()) change(playOn(state.peek(), solution))
    },
    show: async () => {
      const next = giveUp(state.peek())
      if (next === state.peek()) return
      change(next)
      while (state.peek().found < solution.length && !isDisposed()) {
        change(playOn(state.peek(), solution))
        if (state.peek().found < solution.length) await pause()
      }
    },
  }
}

/** Everything that a page shows of a puzzle. */
function signalsOf(
  { position: first, solution }: Puzzle,
  state: ReadonlySignal<SolveState>,
  rest: ReadonlySignal<readonly Move[]>,
) {
  const kind = computed(() => state.value.kind)
  const found = computed(() => state.value.found)
  const hints = computed(() => state.value.hints)
  const wrong = computed(() => (state.value.kind === 'wrong' ? state.value.move : undefined))
  const refuting = computed(() => (state.value.kind === 'wrong' ? state.value.refuting : undefined))
  const wanted = computed(() => wantedMove(state.value, solution))
  // From these signals, not from the state, so that a hint leaves the board as it is.
  const moves = computed(() => {
    const before = solution.slice(0, found.value)
    const known = refuting.value?.kind === 'known' ? refuting.value : undefined
    const after =
      known === undefined ? [] : shownIn({ moves: known.refutation.moves, step: known.step })
    return wrong.value === undefined
      ? [...before, ...rest.value]
      : [...before, wrong.value, ...after]
  })
  return {
    ...createRecordView({ moves, positions: computed(() => positionsAlong(first, moves.value)) }),
    state: kind,
    isEnded: computed(() => endOf(state.value) !== undefined),
    isMissed: computed(() => state.value.isMissed),
    canPlay: computed(() => kind.value === 'asked'),
    movable: computed(() => (kind.value === 'asked' ? first.turn : 'none')),
    left: computed(() => Math.ceil((solution.length - found.value) / 2)),
    hints,
    hinted: computed(() => (hints.value === 0 ? undefined : wanted.value)),
    hint: computed(() => (hints.value === MOST_HINTS ? wanted.value : undefined)),
    wrong,
    refuting,
    isWhyAsked: computed(() => state.value.kind === 'wrong' && state.value.isWhyAsked),
  }
}
