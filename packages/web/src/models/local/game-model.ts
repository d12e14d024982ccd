import type { Move } from '@hokito/rules'
import { batch, signal } from '@preact/signals'
import type { Computer } from './computer.ts'
import { createComputerTurn } from './computer-turn.ts'
import { createGameClock } from './game-clock.ts'
import type { GameStore, StoreRefusal } from './game-store.ts'
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
import type { Thought } from './thought.ts'

/** Something the player should know that is not part of the game. */
export type GameNotice = StoreRefusal | 'computerFailed' | 'removed'

/** What a game page needs from outside, so that it can be built in a test. */
export interface GameModelDeps {
  readonly store: GameStore
  readonly computer: Computer
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export type GameModel = ReturnType<typeof createGameModel>

/**
 * A running game on this device: its signals are what the page shows, its actions what the player can
 * do. Every change is stored before it is shown; a change that another tab has overtaken is dropped and
 * the other's is shown instead. Call `dispose` when the page is left.
 */
export function createGameModel(initial: LocalGame, { store, computer, now }: GameModelDeps) {
  const game = signal(initial)
  const notice = signal<GameNotice | undefined>(undefined)
  const view = createGameView(game)
  const clock = createGameClock(game, now, () => commit(withTimeout(game.peek())))
  const advice = createAdvice(view, computer, () => {
    notice.value = 'computerFailed'
  })

  function commit(next: LocalGame): void {
    const saved = store.save(next, now())
    batch(() => {
      if (saved.ok) return show(saved.value)
      if (saved.error === 'stale') return follow('stale')
      // The game goes on without being stored: losing it later is better than stopping it now.
      show(next)
      notice.value = saved.error
    })
  }

  function show(next: LocalGame): void {
    advice.drop()
    game.value = next
    clock.restart(next.turnElapsedMs)
    view.view(next.record.moves.length)
  }

  /** Shows what another tab has stored. */
  function follow(reason?: GameNotice): void {
    const stored = store.load(initial.id)
    if (!stored.ok || stored.value === undefined) {
      notice.value = 'removed'
      return
    }
    if (stored.value.revision !== game.peek().revision) show(stored.value)
    notice.value = reason
  }

  function play(move: Move, thought?: Thought): void {
    const next = withMove(game.peek(), move, clock.elapsedMs(), thought)
    if (next !== undefined) commit(next)
  }

  function undo(): void {
    const count = undoCount(game.peek())
    if (count > 0) commit(withoutMoves(game.peek(), count))
  }

  function redo(): void {
    const next = withRedo(game.peek())
    if (next !== undefined) commit(next)
  }

  function resign(): void {
    if (view.ending.peek() !== undefined) return
    commit(withResignation(game.peek(), resigningColor(game.peek())))
  }

  /** Keeps the time used in the running turn, so that a closed page does not burn the clock. */
  function keepTime(): void {
    if (game.peek().timeControl === undefined || view.ending.peek() !== undefined) return
    const saved = store.save({ ...game.peek(), turnElapsedMs: clock.elapsedMs() }, now())
    if (saved.ok) game.value = saved.value
  }

  const turn = createComputerTurn(game, view, computer, {
    onMove: play,
    onFailure: () => {
      notice.value = 'computerFailed'
    },
  })
  const stopWatching = store.watch(initial.id, () => batch(() => follow()))

  return {
    ...view,
    game,
    notice,
    clocks: clock.remaining,
    isThinking: turn.isThinking,
    hint: advice.hint,
    isAdvising: advice.isAdvising,
    askHint: advice.ask,
    play: (move: Move) => play(move),
    undo,
    redo,
    resign,
    keepTime,
    /** Puts the notice away; after a failure the computer is asked again. */
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
      stopWatching()
    },
  }
}

// --- internal ---

type View = ReturnType<typeof createGameView>

/** Hints: one question at a time, forgotten as soon as the game moves on. */
function createAdvice({ movable, live }: View, computer: Computer, onFailure: () => void) {
  const hint = signal<Move | undefined>(undefined)
  const isAdvising = signal(false)
  let asked = new AbortController()

  function drop(): void {
    asked.abort()
    hint.value = undefined
    isAdvising.value = false
  }

  async function ask(): Promise<void> {
    if (movable.peek() === 'none' || isAdvising.peek()) return
    asked = new AbortController()
    const { signal: stopped } = asked
    isAdvising.value = true
    try {
      const move = await computer.advise(live.peek(), stopped)
      if (!stopped.aborted) hint.value = move
    } catch {
      if (!stopped.aborted) onFailure()
    } finally {
      if (!stopped.aborted) isAdvising.value = false
    }
  }

  return { hint, isAdvising, ask, drop }
}
