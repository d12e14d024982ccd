import {
  type EndRule,
  isSingle,
  type Move,
  movesOf,
  occupiedCount,
  outcome,
  type Position,
  parseMove,
  parsePosition,
  play,
  type Square,
  scoreParts,
} from '@hokito/rules'
import { type Attack, attacksOn } from '../attack.ts'
import { landsLast } from '../contest.ts'
import { CHAPTER_IDS, type ChapterId, JUDGED_IDS, type JudgedId } from './chapter-ids.ts'
import { type ExerciseName, exerciseName } from './course-progress.ts'
import type { Figures } from './figures.ts'
import positions from './positions.json' with { type: 'json' }
import worth from './worth.json' with { type: 'json' }

/** A position with its right move. */
export interface Example {
  readonly position: Position
  readonly move: Move
  /** The moves of both sides that follow it, with best play. */
  readonly line: readonly Move[]
  /** A wrong move that its chapter warns of, and what follows. */
  readonly wrong: readonly [Move, ...Move[]] | undefined
  readonly worth: Worth
}

/**
 * The final lead of the side to move, with compensation: after the right move, after the best other
 * one and after the wrong one. A proof gives it exactly, a search as an estimate.
 */
export interface Worth {
  readonly isProved: boolean
  readonly right: number
  readonly other: number
  readonly wrong?: number
}

/** A position whose moves one deep search has judged, or a proof. */
export interface Searched {
  readonly kind: 'searched'
  readonly isProved: boolean
  /** Its chapter. */
  readonly idea: JudgedId
  readonly position: Position
  /** The moves of both sides that follow a move, with best play. */
  readonly lineAfter: (move: Move) => readonly Move[]
  /** The points that a move gives away against the best one. */
  readonly lossOf: (move: Move) => number
  readonly best: Move
  /** The attack on a stack that the exercise is about; the stack is then to be found first. */
  readonly attack: Attack | undefined
}

/** A puzzle with a proved solution, by its id in the pack of the site. */
export interface ProvedExercise {
  readonly kind: 'puzzle'
  readonly id: string
}

export type CourseExercise = Searched | ProvedExercise

/** One idea: what it is, two positions to look at, its measurement and its exercises. */
export interface Chapter {
  readonly id: ChapterId
  readonly examples: readonly [Example, Example]
  readonly exercises: readonly CourseExercise[]
  /** The names by which progress knows the exercises, in their order. */
  readonly names: readonly ExerciseName[]
  /** Where its game begins: a position of the idea that no example or exercise solves. */
  readonly practice: Position
  /** The figures in its measured sentence. */
  readonly figures: Figures
}

/** With at most so many squares a proof judges the moves, by `bench/study/lines.mjs`. */
const PROVED_SQUARES = 18
/** A move that gives away at most so many points keeps the value: searches differ by as much. */
export const KEEPS = 3
/** A move that gives away at least so many points is wrong; between the two it is close. */
export const WRONG = 6

/** The figures that each chapter states. */
const FIGURES: Readonly<Record<ChapterId, Figures>> = {
  pointsWait: {
    wins: { fact: 'leaderWinsAt16', endRule: 'either', as: 'percent', between: [0.4, 0.6] },
    later: { fact: 'leaderWinsAt24', endRule: 'either', as: 'percent', between: [0.55, 0.75] },
    share: { fact: 'isDearestUntil24', endRule: 'either', as: 'percent', between: [0.2, 0.4] },
  },
  theirThrees: {
    chosen: {
      fact: 'coversThreeUntil8',
      endRule: 'either',
      nodes: 2000,
      as: 'percent',
      between: [0.65, 0.85],
    },
    possible: {
      fact: 'couldCoverThreeUntil8',
      endRule: 'either',
      nodes: 2000,
      as: 'percent',
      between: [0.1, 0.25],
    },
    threes: {
      fact: 'scores',
      endRule: 'either',
      kind: 'threesFirst',
      nodes: 2000,
      as: 'percent',
      between: [0.35, 0.6],
    },
    ones: {
      fact: 'scores',
      endRule: 'either',
      kind: 'onesFirst',
      nodes: 2000,
      as: 'percent',
      between: [0.05, 0.2],
    },
  },
  leaveOwn: {
    early: { fact: 'coversOwnUntil16', endRule: 'either', as: 'percent', between: [0, 0.05] },
  },
  threesCover: {
    tops: { fact: 'threesOnTop', endRule: 'either', as: 'percent', between: [0.05, 0.25] },
  },
  singlesLast: {
    early: { fact: 'isBySingleUntil8', endRule: 'either', as: 'percent', between: [0.7, 0.9] },
    late: { fact: 'isBySingleUntil36', endRule: 'either', as: 'percent', between: [0.2, 0.4] },
  },
  twosInFront: {
    front: {
      fact: 'blackScores',
      endRule: 'either',
      kind: 'twosInFront',
      as: 'percent',
      between: [0.35, 0.7],
    },
    any: { fact: 'blackScores', endRule: 'either', as: 'percent', between: [0.7, 0.9] },
  },
  seeComing: {
    share: {
      fact: 'cameInTwoUntil16',
      endRule: 'either',
      nodes: 2000,
      as: 'percent',
      between: [0.4, 0.6],
    },
  },
  prepare: {
    share: {
      fact: 'threatensUntil16',
      endRule: 'either',
      nodes: 2000,
      as: 'percent',
      between: [0.1, 0.2],
    },
  },
  compensation: {
    given: {
      fact: 'blackScores',
      endRule: 'either',
      compensation: 13.5,
      as: 'percent',
      between: [0.3, 0.7],
    },
  },
  safe: {
    open: {
      fact: 'keptOpen',
      endRule: 'either',
      nodes: 2000,
      as: 'percent',
      between: [0.4, 0.6],
    },
    // The sentence says that these two are about the same.
    guarded: {
      fact: 'keptGuarded',
      endRule: 'either',
      nodes: 2000,
      as: 'percent',
      between: [0.65, 0.78],
    },
    soon: {
      fact: 'keptForNow',
      endRule: 'either',
      nodes: 2000,
      as: 'percent',
      between: [0.65, 0.78],
    },
    away: {
      fact: 'keptAway',
      endRule: 'either',
      nodes: 2000,
      as: 'percent',
      between: [0.8, 0.97],
    },
  },
  opens: {
    share: {
      fact: 'canOpenUntil24',
      endRule: 'either',
      nodes: 2000,
      as: 'percent',
      between: [0.25, 0.45],
    },
  },
  landLast: {
    chosen: {
      fact: 'landsLastUntil24',
      endRule: 'either',
      nodes: 2000,
      as: 'percent',
      between: [0.6, 0.8],
    },
    left: {
      fact: 'couldLandLastUntil24',
      endRule: 'either',
      nodes: 2000,
      as: 'percent',
      between: [0.4, 0.55],
    },
    open: {
      fact: 'coversOpenUntil24',
      endRule: 'either',
      nodes: 2000,
      as: 'percent',
      between: [0.45, 0.65],
    },
    guarded: {
      fact: 'coversGuardedUntil24',
      endRule: 'either',
      nodes: 2000,
      as: 'percent',
      between: [0.25, 0.42],
    },
  },
  sacrifice: {
    points: { fact: 'givenUpUntil24', endRule: 'either', as: 'count', between: [8, 18] },
  },
  runOut: {
    share: { fact: 'lastMoveWins', endRule: 'either', as: 'percent', between: [0.6, 0.85] },
    // The sentence compares these two and names neither.
    byMoves: { fact: 'movesTellAt24', endRule: 'either', as: 'decimal', between: [0.25, 0.6] },
    byPoints: { fact: 'pointsTellAt24', endRule: 'either', as: 'decimal', between: [0, 0.3] },
  },
  corners: {
    share: { fact: 'byThrees', endRule: 'either', as: 'percent', between: [0.34, 0.5] },
  },
  behind: {
    wins: { fact: 'leaderWinsAt20', endRule: 'either', as: 'percent', between: [0.4, 0.62] },
  },
  holdDraw: {
    share: { fact: 'drawn', endRule: 'either', as: 'percent', between: [0, 0.06] },
  },
  stuck: {
    plies: { fact: 'plies', endRule: 'either', as: 'count', between: [27, 32] },
    choices: { fact: 'choicesUntil36', endRule: 'either', as: 'count', between: [3, 8] },
  },
  endIt: {
    squares: { fact: 'squaresAtEnd', endRule: 'either', as: 'count', between: [6, 8] },
  },
  coverOwn: {
    share: { fact: 'coversOwnUntil36', endRule: 'either', as: 'percent', between: [0.3, 0.5] },
    // The sentence says “none” and names no figure.
    first: { fact: 'coversOwnUntil8', endRule: 'either', as: 'percent', between: [0, 0] },
  },
  tower: {
    share: { fact: 'dearestShare', endRule: 'either', as: 'percent', between: [0.65, 0.85] },
    height: { fact: 'highestStack', endRule: 'either', as: 'count', between: [15, 25] },
    tops: { fact: 'onesOnTop', endRule: 'either', as: 'percent', between: [0.5, 0.7] },
  },
  count: {
    plies: { fact: 'leadLasts', endRule: 'either', as: 'count', between: [2, 8] },
  },
  endRule: {
    share: { fact: 'otherWinner', endRule: 'onTurn', as: 'percent', between: [0.1, 0.3] },
  },
}

/** The chapter whose exercises ask for the stack in danger before a move. */
export const ATTACKED = 'seeComing' satisfies ChapterId

/** What examples are worth, by the text of their position. */
const WORTH: Readonly<Record<string, Worth>> = worth

/** All chapters, in order. */
export const CHAPTERS: readonly Chapter[] = CHAPTER_IDS.map((id) => {
  const { examples, practice, searched = [], puzzles = [], numbers }: ChapterText = positions[id]
  const [first, second] = examples.map(exampleOf)
  if (first === undefined || second === undefined) throw new Error(`${id} lacks an example`)
  const exercises = [
    ...searched.map((text) => searchedOf(id, text)),
    ...puzzles.map((puzzle) => ({ kind: 'puzzle', id: puzzle }) as const),
  ]
  return {
    id,
    examples: [first, second],
    exercises,
    names: exercises.map((_, at) => exerciseName(id, numbers?.[at] ?? at + 1)),
    practice: positionOf(practice),
    figures: FIGURES[id],
  }
})

/** The square of the most valuable stack of the side to move. */
export function dearestOf(position: Position): Square {
  const [dearest] = scoreParts(position)[position.turn]
  if (dearest === undefined) throw new Error('a side without a stack has no dearest one')
  return dearest.square
}

/** Where that stack stands after a move. */
export function dearestAfter(position: Position, move: Move): Square {
  const square = dearestOf(position)
  return move.from === square ? move.to : square
}

/**
 * Does a move solve an exercise? Yes if it keeps the value, and by proof also if it still wins and
 * does what the task asks for.
 */
export function isAccepted(exercise: Searched, move: Move): boolean {
  const { isProved, idea, position, lossOf, lineAfter } = exercise
  if (lossOf(move) <= KEEPS) return true
  if (!isProved || MEETS[idea]?.(position, move) !== true) return false
  return outcome([move, ...lineAfter(move)].reduce(play, position))?.winner === position.turn
}

// --- internal ---

type Meets = (position: Position, move: Move) => boolean

/**
 * Does a move do what the task of a chapter asks for, whatever it comes to? By the chapters whose
 * boards have few enough squares for a proof.
 */
const MEETS: Readonly<Partial<Record<JudgedId, Meets>>> = {
  safe: (position, move) => landsLast(play(position, move), dearestAfter(position, move)),
  opens: (position, move) => {
    const stands = dearestAfter(position, move)
    const after = play(position, move)
    return !movesOf(after, after.turn).some(({ to }) => to === stands)
  },
  singlesLast: ({ board }, { from }) => {
    const moved = board[from]
    return moved !== undefined && !isSingle(moved)
  },
  compensation: () => true,
}

interface PositionText {
  readonly position: string
  readonly endRule?: string
  readonly compensation?: number
}

interface ExampleText extends PositionText {
  readonly move: string
  readonly line: string
  readonly wrong?: string
}

interface SearchedText extends PositionText {
  /** By move: the points that it gives away, and the moves that follow. */
  readonly moves: Readonly<Record<string, string>>
}

interface ChapterText {
  readonly examples: readonly ExampleText[]
  readonly practice: PositionText
  readonly searched?: readonly SearchedText[]
  readonly puzzles?: readonly string[]
  /**
   * The numbers of the exercises in their names, if they don't count up: what a player has solved
   * keeps its name when others come before it, and what replaces an exercise gets a new one.
   */
  readonly numbers?: readonly number[]
}

function exampleOf({ move, line, wrong, ...text }: ExampleText): Example {
  const [first, ...others] = wrong === undefined ? [] : lineOf(wrong)
  const known: Worth | undefined = WORTH[text.position]
  if (known === undefined) throw new Error(`the worth of an example is unknown: ${text.position}`)
  return {
    position: positionOf(text),
    move: moveOf(move),
    line: lineOf(line),
    wrong: first && [first, ...others],
    worth: known,
  }
}

function searchedOf(id: ChapterId, { moves, ...text }: SearchedText): Searched {
  const idea = JUDGED_IDS.find((each) => each === id)
  const judged = Object.entries(moves).map(([move, said]) => {
    const [loss, ...line] = said.split(' ')
    return { move: moveOf(move), loss: Number(loss), line: line.map(moveOf) }
  })
  const best = judged.find(({ loss }) => loss === 0)
  if (idea === undefined || best === undefined) throw new Error(`no best move: ${text.position}`)
  const find = ({ from, to }: Move) => {
    const found = judged.find(({ move }) => move.from === from && move.to === to)
    if (found === undefined) throw new Error(`a move of ${text.position} was not judged`)
    return found
  }
  const position = positionOf(text)
  // It takes some milliseconds, and few pages ask for it.
  const attack = once(() => (id === ATTACKED ? attacksOn(position)[0] : undefined))
  return {
    kind: 'searched',
    isProved: occupiedCount(position) <= PROVED_SQUARES,
    idea,
    position,
    lossOf: (move) => find(move).loss,
    lineAfter: (move) => find(move).line,
    best: best.move,
    get attack() {
      return attack()
    },
  }
}

/** A value that is made when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function lineOf(text: string): readonly Move[] {
  return text === '' ? [] : text.split(' ').map(moveOf)
}

function positionOf({ position: hfen, endRule, compensation }: PositionText): Position {
  const rule: EndRule = endRule === 'onTurn' ? 'onTurn' : 'either'
  const position = parsePosition(hfen, rule, compensation)
  if (!position.ok) throw new Error(`a chapter's position cannot be read: ${hfen}`)
  return position.value
}

function moveOf(text: string): Move {
  const move = parseMove(text)
  if (!move.ok) throw new Error(`a chapter's move cannot be read: ${text}`)
  return move.value
}
