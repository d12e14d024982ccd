import {
  type ByColor,
  COLORS,
  type Color,
  type Position,
  type Score,
  type ScorePart,
  type Square,
  score,
  scoreParts,
} from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** The count of a finished game's stacks, one after another. */
export interface Counting {
  readonly parts: ByColor<readonly ScorePart[]>
  /** How many stacks have been counted, on both sides together. */
  readonly counted: ReadonlySignal<number>
  /** The final totals, shown from the start: a growing sum would look like a wrong one. */
  readonly totals: Score
  /** Squares counted so far, to highlight them. */
  readonly squares: ReadonlySignal<readonly Square[]>
  /** The place of a stack in the count, from 0. */
  indexOf(color: Color, part: ScorePart): number
  /** Counts everything straight away. */
  finish(): void
  dispose(): void
}

/**
 * How the points of a game are counted: step by step, all together, or not at all because they
 * decided nothing.
 */
export type CountingPace = 'stepwise' | 'atOnce' | 'void'

/**
 * Counts a position stack by stack, alternating between the sides and smallest first, so that the
 * most valuable stacks decide at the end.
 */
export function createCounting(position: Position, pace: CountingPace): Counting {
  const parts = scoreParts(position)
  const order = interleaved(parts)
  const counted = signal(pace === 'stepwise' ? 0 : order.length)
  const stepMs = Math.min(STEP_MS, LONGEST_MS / Math.max(1, order.length))
  let timer: ReturnType<typeof setInterval> | undefined

  function finish(): void {
    clearInterval(timer)
    counted.value = order.length
  }

  if (pace === 'stepwise') {
    timer = setInterval(() => {
      counted.value = Math.min(order.length, counted.peek() + 1)
      if (counted.peek() === order.length) clearInterval(timer)
    }, stepMs)
  }

  return {
    parts,
    counted,
    totals: score(position),
    squares: computed(() =>
      pace === 'void' ? [] : order.slice(0, counted.value).map(({ part }) => part.square),
    ),
    indexOf: (color, part) =>
      order.findIndex((entry) => entry.color === color && entry.part.square === part.square),
    finish,
    dispose: () => clearInterval(timer),
  }
}

// --- internal ---

const STEP_MS = 260
const LONGEST_MS = 4500

interface Entry {
  readonly color: Color
  readonly part: ScorePart
}

function interleaved(parts: ByColor<readonly ScorePart[]>): readonly Entry[] {
  const rows = Math.max(parts.black.length, parts.white.length)
  const entries: Entry[] = []
  for (let row = rows - 1; row >= 0; row--) {
    for (const color of COLORS) {
      const part = parts[color][row]
      if (part !== undefined) entries.push({ color, part })
    }
  }
  return entries
}
