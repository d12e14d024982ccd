import type { Move } from '@hokito/rules'
import { createAdvice } from './advice.ts'
import type { Computer } from './computer.ts'
import { createComputerTurn } from './computer-turn.ts'
import { createGameClock } from './game-clock.ts'
import { createGameView } from './game-view.ts'
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

export type GameModel = ReturnType<typeof createGameModel>

/**
 * A game in progress on this device: signals for the page, actions for the player. Call `dispose`
 * when the page is left.
 */
export function createGameModel(
  initial: LocalGame,
  { store, computer, now }: GameModelDependencies,
) {
  const stored = createStoredGame(initial, { store, now, onShow })
  const { game, notice, commit } = stored
  const view = createGameView(game)
  const clock = createGameClock(game, now, () => commit(withTimeout(game.peek())))
  const tell = (what: GameNotice) => {
    notice.value = what
  }
  const advice = createAdvice(view, computer, () => tell('computerFailed'))
  const turn = createComputerTurn(game, view, computer, {
    onMove: play,
    onFailure: () => tell(computer.isAvailable ? 'computerFailed' : 'noComputer'),
  })

  function onShow(shown: LocalGame): void {
    advice.drop()
    clock.restart(shown.turnElapsedMs)
    view.toLive()
  }

  function commitIfAny(next: LocalGame | undefined): void {
    if (next !== undefined) commit(next)
  }

  function play(move: Move, thought?: Thought): void {
    commitIfAny(withMove(game.peek(), move, clock.elapsedMs(), thought))
  }

  /**
   * Stores the time used in the current turn, so that the clock does not run while the page is
   * closed.
   */
  function keepTime(): void {
    if (game.peek().timeControl === undefined || view.ending.peek() !== undefined) return
    stored.keep({ ...game.peek(), turnElapsedMs: clock.elapsedMs() })
  }

  return {
    ...view,
    game,
    notice,
    clocks: clock.remaining,
    isThinking: turn.isThinking,
    hint: advice.hint,
    isAdvising: advice.isAdvising,
    canAsk: advice.canAsk,
    askHint: advice.ask,
    play: (move: Move) => play(move),
    undo: () => {
      const count = undoCount(game.peek())
      if (count > 0) commit(withoutMoves(game.peek(), count))
    },
    redo: () => commitIfAny(withRedo(game.peek())),
    resign: () => {
      if (view.ending.peek() !== undefined) return
      commit(withResignation(game.peek(), resigningColor(game.peek())))
    },
    keepTime,
    /** Dismisses the notice; after a failure, asks the computer again. */
    dismiss: () => {
      const failed = notice.peek() === 'computerFailed'
      notice.value = undefined
      if (failed) turn.retry()
    },
    dispose: () => {
      keepTime()
      advice.drop()
      turn.stop()
      clock.stop()
      stored.stop()
    },
  }
}
