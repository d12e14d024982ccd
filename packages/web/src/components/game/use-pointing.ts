import type { Move } from '@hokito/rules'
import { type Signal, signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { Choice, MovePreview, Refused } from '../../board/index.ts'
import type { Doing } from '../../words/status.ts'

/**
 * The signals that connect the board with the rest of the page while a player points at squares and
 * presses them.
 */
export interface Pointing {
  /** The move that is pointed at. */
  readonly preview: Signal<MovePreview | undefined>
  /** Why the last press did nothing. */
  readonly refused: Signal<Refused | undefined>
  /** The chosen piece, and how far the player has led it. */
  readonly choice: Signal<Choice | undefined>
  /** The move that waits for its confirmation. */
  readonly pending: Signal<Move | undefined>
  /** Whether a move is being animated. */
  readonly isFlying: Signal<boolean>
}

/** The signals of one board, at first empty. */
export function usePointing(): Pointing {
  const [pointing] = useState(createPointing)
  return pointing
}

/** The player's present action at that board. */
export function doingAt({ preview, refused, choice, pending }: Pointing): Doing {
  return {
    preview: preview.value,
    refused: refused.value,
    choice: choice.value,
    pending: pending.value,
  }
}

// --- internal ---

function createPointing(): Pointing {
  return {
    preview: signal(undefined),
    refused: signal(undefined),
    choice: signal(undefined),
    pending: signal(undefined),
    isFlying: signal(false),
  }
}
