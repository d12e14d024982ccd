import type { Move } from '@hokito/rules'
import { type Signal, signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { Choice, MovePreview, Refused } from '../../board/index.ts'
import type { Doing } from '../../words/status.ts'

/** What the board tells the rest of the page while somebody points at squares and presses them. */
export interface Pointing {
  /** The move that is pointed at. */
  readonly preview: Signal<MovePreview | undefined>
  /** Why the last press did nothing. */
  readonly refused: Signal<Refused | undefined>
  /** The piece that is chosen, and how far it has been led. */
  readonly choice: Signal<Choice | undefined>
  /** The move that waits for its confirmation. */
  readonly pending: Signal<Move | undefined>
  /** Is a move on its way over the board? */
  readonly isFlying: Signal<boolean>
}

/** The pointing of one board, on which nothing is pointed at yet. */
export function usePointing(): Pointing {
  const [pointing] = useState(createPointing)
  return pointing
}

/** What somebody is doing at that board now. */
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
