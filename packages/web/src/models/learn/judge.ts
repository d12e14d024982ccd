import {
  isStuck,
  legalMoves,
  type Miss,
  type Move,
  missOf,
  movesOf,
  outcome,
  ownerOf,
  type Position,
  play,
  pointsOf,
  type Square,
  tryPlay,
} from '@hokito/rules'
import { exchangeOf } from './exchange.ts'
import type { MoveStep, Step } from './lesson.ts'

/**
 * The rules' verdict on an answer. A wrong answer comes with its reason and, if a position says
 * more than words, with the position after the move and the reply that shows it.
 */
export type Verdict =
  | {
      readonly isRight: true
      readonly position: Position
      readonly move?: Move
      /** The pressed piece, if the step asked for one. */
      readonly picked?: Square
    }
  | { readonly isRight: false; readonly why: Why }

export type Why =
  /** The move is not possible. */
  | { readonly code: 'miss'; readonly miss: Miss; readonly move: Move }
  | { readonly code: 'illegal' }
  | { readonly code: 'elsewhere'; readonly on: Square; readonly after: After }
  | {
      readonly code: 'takenBack'
      readonly gain: number
      /** The points that White's best reply takes back. */
      readonly back: number
      /** The points that are left after the best move and White's best reply. */
      readonly best: number
      readonly after: After
    }
  | { readonly code: 'unsafe' | 'notStuck' | 'ownStuck' | 'ends'; readonly after: After }
  | { readonly code: 'notBlack' | 'notWhite' | 'noPiece' }
  | { readonly code: 'otherValue'; readonly value: number; readonly wanted: number }
  | { readonly code: 'otherSum' }
  | { readonly code: 'isOver' | 'isNotOver' }

/** The result of a wrong move. */
export interface After {
  readonly position: Position
  readonly move: Move
  /** A move by White that shows the mistake. */
  readonly reply: Move | undefined
}

/** Judges a move against the goal of its step. */
export function judgeMove({ position, goal }: MoveStep, move: Move): Verdict {
  const played = tryPlay(position, move)
  if (!played.ok) {
    const miss = missOf(position, move)
    return wrong(miss === undefined ? { code: 'illegal' } : { code: 'miss', miss, move })
  }
  const next = played.value
  const right: Verdict = { isRight: true, position: next, move }
  const after = (reply?: Move): After => ({ position: next, move, reply })
  switch (goal.kind) {
    case 'land':
      return move.to === goal.on ? right : wrong({ code: 'elsewhere', on: goal.on, after: after() })
    case 'most': {
      const { gain, back, reply } = exchangeOf(position, move)
      const best = Math.max(...legalMoves(position).map((each) => keptBy(position, each)))
      return gain - back === best
        ? right
        : wrong({ code: 'takenBack', gain, back, best, after: after(reply) })
    }
    case 'safe': {
      const reply = movesOf(next, 'white').find(({ to }) => to === move.to)
      return reply === undefined ? right : wrong({ code: 'unsafe', after: after(reply) })
    }
    case 'stuck': {
      const [reply] = movesOf(next, 'white')
      if (reply === undefined) return right
      const code = isStuck(next, 'black') ? 'ownStuck' : 'notStuck'
      return wrong({ code, after: after(reply) })
    }
    case 'goOn':
      return outcome(next) === undefined ? right : wrong({ code: 'ends', after: after() })
  }
}

/**
 * The only square from which a step's landing can be reached; undefined if finding the piece is
 * part of the task.
 */
export function startOf({ goal, solutions: [first, ...others] }: MoveStep): Square | undefined {
  const isOnly = goal.kind === 'land' && others.every(({ from }) => from === first.from)
  return isOnly ? first.from : undefined
}

/** Judges a square pressed in a step that asks for a piece. */
export function judgePick(step: Extract<Step, { kind: 'pick' }>, square: Square): Verdict {
  const stack = step.position.board[square]
  if (stack === undefined) return wrong({ code: 'noPiece' })
  if (ownerOf(stack) !== step.color) {
    return wrong({ code: step.color === 'black' ? 'notBlack' : 'notWhite' })
  }
  const { value } = stack.top
  if (value !== step.value) return wrong({ code: 'otherValue', value, wanted: step.value })
  return { isRight: true, position: step.position, picked: square }
}

/** Judges a sum of points. */
export function judgeCount(step: Extract<Step, { kind: 'count' }>, sum: number): Verdict {
  return sum === sumOf(step)
    ? { isRight: true, position: step.position }
    : wrong({ code: 'otherSum' })
}

/** Judges whether a game is over. */
export function judgeIsOver(step: Extract<Step, { kind: 'isOver' }>, isOver: boolean): Verdict {
  const truth = outcome(step.position) !== undefined
  if (truth === isOver) return { isRight: true, position: step.position }
  return wrong({ code: truth ? 'isOver' : 'isNotOver' })
}

/** The position that a step leads to when it is solved by its first solution. */
export function solvedPosition(step: Step): Position {
  return step.kind === 'move' ? play(step.position, step.solutions[0]) : step.position
}

/** The sum of points in a step that asks for it. */
export function sumOf({ position, squares }: Extract<Step, { kind: 'count' }>): number {
  return squares.reduce((sum, square) => {
    const stack = position.board[square]
    return stack === undefined ? sum : sum + pointsOf(stack)
  }, 0)
}

// --- internal ---

/** How much of a move's gain is left after the best reply. */
function keptBy(position: Position, move: Move): number {
  const { gain, back } = exchangeOf(position, move)
  return gain - back
}

function wrong(why: Why): Verdict {
  return { isRight: false, why }
}
