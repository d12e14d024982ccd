import { readFileSync } from 'node:fs'
import { type Puzzle, puzzleId, readPuzzlePack, type Theme } from '@hokito/engine/puzzles'
import {
  formatPosition,
  isSameMove,
  isSingle,
  legalMoves,
  type Move,
  movesOf,
  opposite,
  outcome,
  ownerOf,
  type Position,
  play,
  score,
} from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import type { ChapterId } from './chapter-ids.ts'
import { CHAPTERS, KEEPS, type Searched } from './chapters.ts'
import { contradictionsIn } from './figures.ts'

const PACK = readPack()
/** The theme of a chapter's puzzles, where its idea is one. */
const THEMES: Readonly<Partial<Record<ChapterId, Theme>>> = {
  sacrifice: 'sacrifice',
  corners: 'longWay',
  behind: 'comeback',
  holdDraw: 'defence',
  stuck: 'stuck',
  endIt: 'ownEnd',
  coverOwn: 'quiet',
  tower: 'tower',
  count: 'count',
}
/** A move that gives away at least this is wrong. */
const WRONG = 6

describe.each(CHAPTERS)('the chapter $id', ({ id, figures, examples, exercises }) => {
  test('says what was measured', () => {
    expect(contradictionsIn(figures)).toEqual([])
  })

  test('has four to eight exercises, none twice', () => {
    expect(exercises.length).toBeGreaterThanOrEqual(4)
    expect(exercises.length).toBeLessThanOrEqual(8)
    const names = exercises.map((each) => (each.kind === 'puzzle' ? each.id : each.position))
    expect(new Set(names).size).toBe(exercises.length)
  })

  test('shows its idea in both examples', () => {
    for (const { position, move } of examples) {
      expect(legalMoves(position).some((each) => isSameMove(each, move))).toBe(true)
      expect(SHOWN[id]?.({ position, move }) ?? id in THEMES).toBe(true)
    }
  })

  test('shows its idea in every exercise', () => {
    for (const exercise of exercises) {
      const shown =
        exercise.kind === 'searched'
          ? SEARCHED[id]?.(exercise)
          : (SHOWN[id]?.(firstOf(puzzleOf(exercise.id))) ?? id in THEMES)
      expect(shown).toBe(true)
    }
  })
})

test.each(
  CHAPTERS.flatMap(({ id, ...chapter }) => {
    const theme = THEMES[id]
    return theme === undefined ? [] : [{ id, theme, ...chapter }]
  }),
)('all puzzles of the chapter $id have the theme $theme, its examples too', (chapter) => {
  const { theme, examples, exercises } = chapter
  const ids = [
    ...examples.map(({ position }) => puzzleId(formatPosition(position), position.endRule)),
    ...exercises.flatMap((each) => (each.kind === 'puzzle' ? [each.id] : [])),
  ]
  for (const id of ids) expect(puzzleOf(id).themes).toContain(theme)
})

test('a claim that the measurement does not bear out is found', () => {
  const usuallyWins = {
    fact: 'leaderWinsAt16',
    endRule: 'either',
    as: 'percent',
    between: [0.6, 1],
  } as const
  expect(contradictionsIn({ wins: usuallyWins })).toHaveLength(1)
})

test('a search has judged every move of its exercises, and only some are right', () => {
  for (const exercise of CHAPTERS.flatMap(({ exercises }) => exercises)) {
    if (exercise.kind !== 'searched') continue
    const losses = legalMoves(exercise.position).map(exercise.lossOf)
    expect(Math.min(...losses)).toBe(0)
    expect(losses.filter((loss) => loss <= KEEPS).length * 3).toBeLessThanOrEqual(losses.length)
  }
})

// --- internal ---

interface Shown {
  readonly position: Position
  readonly move: Move
}

/** What makes a position and its right move an example of an idea. */
const SHOWN: Readonly<Partial<Record<ChapterId, (shown: Shown) => boolean>>> = {
  pointsWait: (shown) => gainOf(shown) < mostGain(shown),
  movesInHand: (shown) => gainOf(shown) < mostGain(shown),
  leaveOwn: ({ position, move }) =>
    !isOnOwn({ position, move }) &&
    legalMoves(position).some((each) => isOnOwn({ position, move: each })),
  threesCover: ({ position, move }) => position.board[move.from]?.top.value === 3,
  onesStay: ({ position, move }) => position.board[move.from]?.top.value !== 1,
  twosInFront: ({ position, move }) => position.board[move.from]?.top.value === 2,
  singlesLast: (shown) => !isBySingle(shown),
  compensation: (shown) => shown.position.compensation > 0 && gainOf(shown) < mostGain(shown),
  safe: (shown) => !canBeCovered(shown) && gainOf(shown) < mostGain(shown),
  notGreedy: (shown) => gainOf(shown) >= 0 && gainOf(shown) < mostGain(shown),
  sacrifice: (shown) => gainOf(shown) < 0,
  runOut: ({ position, move }) => {
    const after = play(position, move)
    return movesOf(after, position.turn).length > movesOf(after, opposite(position.turn)).length
  },
  corners: ({ position, move }) => position.board[move.from]?.top.value === 3,
  behind: ({ position }) => leadOf(position, position) < -1,
  endIt: ({ position }) => position.endRule === 'either',
  coverOwn: isOnOwn,
  tower: (shown) => !isOnOwn(shown) && gainOf(shown) > 0,
  count: (shown) => gainOf(shown) <= mostGain(shown),
  endRule: ({ position }) => position.endRule === 'onTurn',
}

/** What the search has to have found in an exercise of an idea. */
const SEARCHED: Readonly<Partial<Record<ChapterId, (exercise: Searched) => boolean>>> = {
  pointsWait: isGreedWrong,
  movesInHand: isGreedWrong,
  leaveOwn: ({ position, lossOf }) =>
    legalMoves(position).every((move) => !isOnOwn({ position, move }) || lossOf(move) >= WRONG),
  threesCover: ({ position, lossOf }) =>
    legalMoves(position).every(
      (move) => position.board[move.from]?.top.value === 3 || lossOf(move) > KEEPS,
    ),
  onesStay: ({ position, lossOf }) =>
    legalMoves(position).every(
      (move) => position.board[move.from]?.top.value !== 1 || lossOf(move) >= WRONG,
    ),
  twosInFront: ({ position, lossOf }) =>
    legalMoves(position).every(
      (move) => position.board[move.from]?.top.value === 2 || lossOf(move) > KEEPS,
    ),
  compensation: (exercise) => exercise.position.compensation > 0 && isGreedWrong(exercise),
  singlesLast: ({ position, lossOf }) =>
    legalMoves(position).every((move) => !isBySingle({ position, move }) || lossOf(move) > KEEPS),
}

/** Do all moves with the greatest gain give points away? */
function isGreedWrong({ position, lossOf }: Searched): boolean {
  const moves = legalMoves(position)
  const most = Math.max(...moves.map((move) => gainOf({ position, move })))
  return moves.every((move) => gainOf({ position, move }) < most || lossOf(move) >= WRONG)
}

function isOnOwn({ position, move }: Shown): boolean {
  const under = position.board[move.to]
  return under !== undefined && ownerOf(under) === position.turn
}

function isBySingle({ position, move }: Shown): boolean {
  const moved = position.board[move.from]
  return moved !== undefined && isSingle(moved)
}

/** Can the other side land on the stack straight away? */
function canBeCovered({ position, move }: Shown): boolean {
  const after = play(position, move)
  return outcome(after) === undefined && legalMoves(after).some(({ to }) => to === move.to)
}

function mostGain({ position }: Shown): number {
  return Math.max(...legalMoves(position).map((move) => gainOf({ position, move })))
}

function gainOf({ position, move }: Shown): number {
  return leadOf(position, play(position, move)) - leadOf(position, position)
}

/** The lead in a later position of the side to move in an earlier one. */
function leadOf({ turn }: Position, later: Position): number {
  const points = score(later)
  return points[turn] - points[opposite(turn)]
}

function firstOf({ position, solution: [move] }: Puzzle): Shown {
  if (move === undefined) throw new Error('a solution has a move')
  return { position, move }
}

function puzzleOf(id: string): Puzzle {
  return PACK.puzzle(PACK.indexOf(id) ?? -1)
}

function readPack() {
  const file = new URL('../../../../../engine/puzzles/shipped.txt', import.meta.url)
  const pack = readPuzzlePack(readFileSync(file, 'utf8'))
  if (!pack.ok) throw new Error('the shipped puzzles cannot be read')
  return pack.value
}
