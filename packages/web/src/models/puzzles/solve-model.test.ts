import { startEngine } from '@hokito/engine/node'
import type { Puzzle } from '@hokito/engine/puzzles'
import { isSameMove, legalMoves, type Move, outcome, play } from '@hokito/rules'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { puzzlePack } from '../../../test/helpers/puzzles.ts'
import { createRefuter, type Refuter } from './refuter.ts'
import { createSolveModel, type SolveModel } from './solve-model.ts'
import { SOLVE_ENDS, type SolveEnd } from './solve-state.ts'

const pack = puzzlePack()
const puzzles = Array.from({ length: pack.size }, (_, index) => pack.puzzle(index))

const owned: { dispose(): void }[] = []
afterEach(() => {
  for (const each of owned.splice(0)) each.dispose()
  vi.unstubAllGlobals()
})

function puzzleOf(ownMoves: number, kind = 'win'): Puzzle {
  const found = puzzles.find((each) => each.ownMoves === ownMoves && each.kind === kind)
  if (found === undefined) throw new Error('the pack has such a puzzle')
  return found
}

/** Does the solution end the game on the board? */
function isEndOn({ position, solution }: Puzzle): boolean {
  return outcome(solution.reduce(play, position)) !== undefined
}

/** A puzzle to win after whose solution the game goes on. */
function openPuzzle(ownMoves: number): Puzzle {
  const found = puzzles.find(
    (each) => each.ownMoves === ownMoves && each.kind === 'win' && !isEndOn(each),
  )
  if (found === undefined) throw new Error('the pack has such a puzzle')
  return found
}

function solve(
  puzzle: Puzzle,
  refuter?: Refuter,
  ended?: SolveEnd,
  pause: () => Promise<void> = async () => undefined,
) {
  const told: string[] = []
  const model = createSolveModel(puzzle, {
    refuter,
    pause,
    onTried: (isSolved) => told.push(isSolved ? 'first' : 'missed'),
    onEnded: (end) => told.push(end),
    ended,
  })
  owned.push(model)
  return { model, told }
}

/** Plays the remaining solver's moves of the solution. */
async function playOn(model: SolveModel): Promise<void> {
  while (model.canPlay.value) {
    const move = model.puzzle.solution[model.ply.value]
    if (move === undefined) throw new Error('a move is awaited')
    await model.play(move)
  }
}

function wrongMove(puzzle: Puzzle): Move {
  const [right] = puzzle.solution
  const wrong = legalMoves(puzzle.position).find((move) => right && !isSameMove(move, right))
  if (wrong === undefined) throw new Error('a puzzle has a wrong move')
  return wrong
}

describe('a puzzle', () => {
  test('is solved by its moves, each answered, and says how many are left', async () => {
    const puzzle = puzzleOf(3)
    const { model, told } = solve(puzzle)
    expect(model.left.value).toBe(3)
    const [first] = puzzle.solution
    if (first === undefined) throw new Error('a puzzle has a move')
    await model.play(first)
    expect([model.ply.value, model.left.value, model.state.value]).toEqual([2, 2, 'asked'])
    await playOn(model)
    expect([model.left.value, model.state.value]).toEqual([0, 'solved'])
    expect(told).toEqual(['first', 'first'])
    expect(model.movable.value).toBe('none')
  })

  test('with a wrong move is not solved at the first try, and can be tried again', async () => {
    const puzzle = puzzleOf(1)
    const { model, told } = solve(puzzle)
    await model.play(wrongMove(puzzle))
    expect(model.state.value).toBe('wrong')
    expect(model.lastMade.value?.move).toEqual(wrongMove(puzzle))
    model.again()
    expect(model.position.value).toEqual(puzzle.position)
    await playOn(model)
    expect(told).toEqual(['missed', 'later'])
  })

  test('gives hints, first the piece and then the move, which is no first try any more', async () => {
    const puzzle = puzzleOf(1)
    const { model, told } = solve(puzzle)
    expect(model.hinted.value).toBeUndefined()
    model.giveHint()
    expect([model.hinted.value?.from, model.hint.value]).toEqual([
      puzzle.solution[0]?.from,
      undefined,
    ])
    model.giveHint()
    expect(model.hint.value).toEqual(puzzle.solution[0])
    await playOn(model)
    expect(told).toEqual(['missed', 'later'])
  })

  test('that is given up plays its solution, and stays given up', async () => {
    const puzzle = puzzleOf(2)
    const { model, told } = solve(puzzle)
    await model.show()
    expect([model.state.value, model.ply.value]).toEqual(['shown', puzzle.solution.length])
    await playOn(model)
    expect(told).toEqual(['missed', 'shown'])
  })

  test('that ended another time is opened at its end, and tells nothing again', async () => {
    const puzzle = puzzleOf(2)
    const { model, told } = solve(puzzle, undefined, 'shown')
    expect([model.state.value, model.ply.value]).toEqual(['shown', puzzle.solution.length])
    model.giveHint()
    await model.show()
    expect(told).toEqual([])
  })
})

/** Plays every move that follows the solution. */
function playOut(model: SolveModel): void {
  while (model.rest.state.value === 'playing') model.rest.stepOn()
}

function refuterOf(): Refuter {
  const refuter = createRefuter(async () => startEngine())
  owned.push(refuter)
  return refuter
}

describe('what a puzzle comes to', () => {
  test.each([
    ['win', 1],
    ['draw', 4],
    ['margin', 2],
  ] as const)(
    'is proved from its beginning once it is solved (%s in %i)',
    async (kind, ownMoves) => {
      const { model } = solve(puzzleOf(ownMoves, kind), refuterOf())
      expect(model.worth.value).toBeUndefined()
      await playOn(model)
      await expect.poll(() => model.worth.value).toBeDefined()
      const lead = model.solver === 'black' ? model.worth.value : 0 - (model.worth.value ?? 0)
      if (kind === 'draw') expect(lead).toBe(0)
      else expect(lead).toBeGreaterThan(0)
      const fresh = await refuterOf().refute(model.puzzle.position, new AbortController().signal)
      expect(model.worth.value).toBe(fresh?.lead)
    },
  )

  test.each([1, 3])(
    'is played out to the end of the game on request (win in %i)',
    async (moves) => {
      const { model } = solve(openPuzzle(moves), refuterOf())
      await model.rest.run()
      expect(model.rest.state.value).toBe('open')
      await playOn(model)
      const { length } = model.puzzle.solution
      await model.rest.run()
      expect(model.ply.value).toBe(length + 1)
      playOut(model)
      expect(model.rest.state.value).toBe('done')
      expect(model.ply.value).toBeGreaterThan(length)
      const over = outcome(model.position.value)
      expect(over?.winner).toBe(model.solver)
    },
  )

  test('is played out from the end of the solution, however early that is asked for', async () => {
    const puzzle = openPuzzle(3)
    const { length } = puzzle.solution
    for (let shown = 0; shown < length; shown++) {
      let pauses = 0
      const pausing = async (): Promise<void> => {
        pauses++
        if (pauses === shown + 1) await model.rest.run()
      }
      const { model } = solve(puzzle, refuterOf(), undefined, pausing)
      await model.show()
      await model.rest.run()
      await expect.poll(() => model.rest.state.value).toMatch(/playing|done/)
      playOut(model)
      expect(model.moves.value.slice(0, length)).toEqual(puzzle.solution)
      expect(outcome(model.position.value)?.winner).toBe(model.solver)
    }
  })

  test('cannot be played out without a computer, or if the solution ends the game', () => {
    expect(solve(openPuzzle(1)).model.rest.state.value).toBe('off')
    const ending = puzzles.find((each) => isEndOn(each))
    if (ending === undefined) throw new Error('the pack has such a puzzle')
    expect(solve(ending, refuterOf()).model.rest.state.value).toBe('off')
  })

  test.each(SOLVE_ENDS)('is proved where it was %s before', async (ended) => {
    const { model } = solve(puzzleOf(1), refuterOf(), ended)
    await expect.poll(() => model.worth.value).toBeDefined()
  })
})

describe('why a move is wrong', () => {
  test.each([
    ['win', 1],
    ['draw', 4],
    ['margin', 2],
  ] as const)('is proved, move by move (%s in %i)', async (kind, ownMoves) => {
    const puzzle = puzzleOf(ownMoves, kind)
    const { model } = solve(puzzle, refuterOf())
    await model.play(wrongMove(puzzle))
    // The cost is computed straight away; the moves come on request.
    await expect.poll(() => model.refuting.value?.kind).toBe('known')
    expect(model.ply.value).toBe(1)
    await model.refute()
    const known = model.refuting.value
    if (known?.kind !== 'known') throw new Error('it is proved')
    const lead = model.solver === 'black' ? known.refutation.lead : 0 - known.refutation.lead
    if (kind === 'win') expect(lead).toBeLessThanOrEqual(0)
    if (kind === 'draw') expect(lead).toBeLessThan(0)
    if (known.rightLead === undefined) throw new Error('the right move is proved too')
    const best = model.solver === 'black' ? known.rightLead : 0 - known.rightLead
    expect(best).toBeGreaterThan(lead)
    if (kind === 'draw') expect(best).toBe(0)
    else expect(best).toBeGreaterThan(0)
    for (const _ of known.refutation.moves) model.stepOn()
    expect(model.ply.value).toBe(1 + known.refutation.moves.length)
    expect(legalMoves(model.position.value)).toEqual([])
    model.again()
    expect(model.position.value).toEqual(puzzle.position)
  })

  test('is shown as unknown if the computer fails, and asked once more', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    let attempts = 0
    const refuter = createRefuter(async () => {
      attempts++
      if (attempts === 1) throw new Error('no network')
      return startEngine()
    })
    owned.push(refuter)
    const puzzle = puzzleOf(1)
    const { model } = solve(puzzle, refuter)
    await model.play(wrongMove(puzzle))
    await model.refute()
    expect(model.refuting.value).toEqual({ kind: 'failed' })
    expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('no network'))
    await model.refute()
    expect(model.refuting.value?.kind).toBe('known')
  })
})
