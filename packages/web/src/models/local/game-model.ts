import type { ByColor, Move } from '@hokito/rules'
import type { ReadonlySignal } from '@preact/signals'
import { createAdvice } from './advice.ts'
import type { Computer } from './computer.ts'
import { createComputerTurn } from './computer-turn.ts'
import { createGameClock } from './game-clock.ts'
import { createGameView, type GameView } from './game-view.ts'
import {
  type LocalGame,
  resigningColor,
  undoCount,
  withMove,
  withoutMoves,
  withRedo,
  withResignation,
  withTimeout,
} from './local-game.ts'
import { createStoredGame, type GameNotice, type KeptGames } from './stored-game.ts'
import type { Thought } from './thought.ts'

/** The dependencies of a game page, so that a test can supply them. */
export interface GameModelDependencies {
  readonly store: KeptGames
  readonly computer: Computer
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** A game in progress on this device: signals for the page, actions for the player. */
export interface GameModel extends GameView {
  readonly game: ReadonlySignal<LocalGame>
  readonly notice: ReadonlySignal<GameNotice | undefined>
  /** Time left for each side; undefined if the game has no clock. */
  readonly clocks: ReadonlySignal<ByColor<number> | undefined>
  readonly isThinking: ReadonlySignal<boolean>
  /** The move that the computer advises, once it was asked. */
  readonly hint: ReadonlySignal<Move | undefined>
  readonly isAdvising: ReadonlySignal<boolean>
  readonly canAsk: ReadonlySignal<boolean>
  readonly askHint: () => Promise<void>
  readonly play: (move: Move) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly resign: () => void
  /**
   * Stores the time used in the current turn, so that the clock does not run while the page is
   * closed.
   */
  readonly keepTime: () => void
  /** Dismisses the notice; after a failure, asks the computer again. */
  readonly dismiss: () => void
  readonly dispose: () => void
}

/** Opens a game. Call `dispose` when the page is left. */
export function createGameModel(
  initial: LocalGame,
  { store, computer, now }: GameModelDependencies,
): GameModel {
  const stored = createStoredGame(initial, { store, now, onShow })
  const { game, notice, commit } = stored
  const view = createGameView(game)
  const clock = createGameClock(game, now, () => commit(withTimeout(game.peek())))
  const tell = (what: GameNotice | undefined) => {
    notice.value = what
  }
  const { ask, drop, ...advice } = createAdvice(view, computer, () => tell('computerFailed'))
  const turn = createComputerTurn(game, view, computer, {
    onMove: play,
    onFailure: () => tell(computer.isAvailable ? 'computerFailed' : 'noComputer'),
  })

  function onShow(shown: LocalGame): void {
    drop()
    clock.restart(shown.turnElapsedMs)
    view.toLive()
  }

  function play(move: Move, thought?: Thought): void {
    commit(withMove(game.peek(), move, clock.elapsedMs(), thought))
  }

  const keepTime = () => stored.keep(withTimeUsed(game.peek(), clock.elapsedMs()))
  return {
    ...view,
    game,
    notice,
    clocks: clock.remaining,
    isThinking: turn.isThinking,
    ...advice,
    askHint: ask,
    play: (move) => play(move),
    undo: () => commit(withUndo(game.peek())),
    redo: () => commit(withRedo(game.peek())),
    resign: () => {
      if (view.ending.peek() !== undefined) return
      commit(withResignation(game.peek(), resigningColor(game.peek())))
    },
    keepTime,
    dismiss: () => {
      if (notice.peek() === 'computerFailed') turn.retry()
      tell(undefined)
    },
    dispose: () => {
      keepTime()
      drop()
      turn.stop()
      clock.stop()
      stored.stop()
    },
  }
}

// --- internal ---

/** The game after an undo; undefined if there is nothing to undo. */
function withUndo(game: LocalGame): LocalGame | undefined {
  const count = undoCount(game)
  return count > 0 ? withoutMoves(game, count) : undefined
}

/** The game with the time used in its running turn; undefined if no time runs. */
function withTimeUsed(game: LocalGame, turnElapsedMs: number): LocalGame | undefined {
  return game.timeControl === undefined || game.record.ending !== undefined
    ? undefined
    : { ...game, turnElapsedMs }
}
