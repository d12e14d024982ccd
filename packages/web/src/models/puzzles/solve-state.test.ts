import type { Move } from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  askWhy,
  endOf,
  giveHint,
  giveUp,
  isTried,
  openPuzzle,
  playOn,
  type SolveState,
  stepOn,
  takeBack,
  tryMove,
  withRefuting,
} from './solve-state.ts'

const MOVES: readonly Move[] = [3, 9, 15, 21, 27].map((from) => ({ from, to: from + 1 }))
const WRONG: Move = { from: 0, to: 1 }
const REFUTATION = { moves: MOVES.slice(0, 2), lead: -4 }

/** Everything that can happen to a puzzle, whether the page offers it in that state or not. */
const HAPPENINGS = {
  right: (state, solution) => tryMove(state, solution, solution[state.found] ?? WRONG),
  wrong: (state, solution) => tryMove(state, solution, WRONG),
  playOn,
  takeBack,
  giveUp,
  giveHint,
  askWhy,
  refuted: (state) =>
    withRefuting(state, { kind: 'known', refutation: REFUTATION, step: 0, rightLead: undefined }),
  failed: (state) => withRefuting(state, { kind: 'failed' }),
  stepOn,
} satisfies Record<string, (state: SolveState, solution: readonly Move[]) => SolveState>

const NAMES = Object.keys(HAPPENINGS) as (keyof typeof HAPPENINGS)[]

/** Checks each state that a puzzle goes through, with the state before it. */
function check(holds: (state: SolveState, before: SolveState, length: number) => void): void {
  const length = fc.constantFrom(1, 3, 5)
  const names = fc.array(fc.constantFrom(...NAMES), { maxLength: 30 })
  fc.assert(
    fc.property(length, names, (length, names) => {
      const solution = MOVES.slice(0, length)
      names.reduce(
        (before, name) => {
          const state = HAPPENINGS[name](before, solution)
          holds(state, before, length)
          return state
        },
        openPuzzle(solution, undefined),
      )
    }),
    { numRuns: 300, seed: 7 },
  )
}

describe('whatever happens to a puzzle', () => {
  test('what was found stays found, and what has ended stays ended', () => {
    check((state, before, length) => {
      expect(state.found).toBeGreaterThanOrEqual(before.found)
      expect(state.found).toBeLessThanOrEqual(length)
      if (endOf(before) !== undefined) expect(state.kind).toBe(before.kind)
      if (state.kind === 'solved') expect(state.found).toBe(length)
      if (state.kind === 'asked') expect(state.found % 2).toBe(0)
    })
  })

  test('the first try is over after a wrong move, a hint or the end, and stays over', () => {
    check((state, before) => {
      const isOver = state.kind === 'wrong' || state.hints > 0 || endOf(state) !== undefined
      if (isTried(before) || isOver) expect(isTried(state)).toBe(true)
    })
  })

  test('the reply to a wrong move stands on the board once it is known and asked for', () => {
    check((state) => {
      if (state.kind !== 'wrong' || state.refuting?.kind !== 'known') return
      expect(state.refuting.step).toBeLessThanOrEqual(REFUTATION.moves.length)
      if (state.isWhyAsked) expect(state.refuting.step).toBeGreaterThan(0)
    })
  })
})
