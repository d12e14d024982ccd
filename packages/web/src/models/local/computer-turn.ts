import type { Move } from '@hokito/rules'
import { effect, type Signal, signal } from '@preact/signals'
import type { Computer } from './computer.ts'
import type { GameView } from './game-view.ts'
import type { LocalGame } from './local-game.ts'
import { type Thought, thoughtOf } from './thought.ts'

/** Lets the computer play whenever it is its turn; leaving the position stops its search. */
export function createComputerTurn(
  game: Signal<LocalGame>,
  { live, isComputerTurn, moves }: GameView,
  computer: Computer,
  {
    onMove,
    onFailure,
  }: {
    readonly onMove: (move: Move, thought: Thought | undefined) => void
    readonly onFailure: () => void
  },
) {
  const isThinking = signal(false)
  const attempt = signal(0)

  const stop = effect(() => {
    attempt.value
    if (!isComputerTurn.value) return
    if (!computer.isAvailable) return onFailure()
    const position = live.value
    const seat = game.peek().seats[position.turn]
    if (seat.kind !== 'computer') return
    const thinking = new AbortController()
    const { signal: stopped } = thinking
    const pauseMs = moves.peek().length === 0 ? 0 : ANSWER_PAUSE_MS
    isThinking.value = true
    Promise.all([computer.move(position, seat.level, stopped), pause(pauseMs, stopped)]).then(
      ([{ move, info }]) => {
        if (stopped.aborted) return
        isThinking.value = false
        if (move === undefined) onFailure()
        else onMove(move, thoughtOf(info, position, moves.peek().length))
      },
      () => {
        if (stopped.aborted) return
        isThinking.value = false
        onFailure()
      },
    )
    return () => {
      thinking.abort()
      isThinking.value = false
    }
  })

  /** Asks again after a failure. */
  function retry(): void {
    attempt.value++
  }

  return { isThinking, retry, stop }
}

// --- internal ---

/**
 * The computer answers no sooner than this, so that the player's own move finishes on screen first.
 */
const ANSWER_PAUSE_MS = 750

function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    stopped.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
