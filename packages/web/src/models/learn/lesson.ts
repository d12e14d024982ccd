import {
  type Color,
  type EndRule,
  type Move,
  missOf,
  type Path,
  type Position,
  parseMove,
  parsePosition,
  parseSquare,
  type Square,
  type Value,
} from '@hokito/rules'
import type en from '../../i18n/guide/en.json'
import type { LessonId } from './lesson-ids.ts'
import { withMadeUpPieces } from './made-up-pieces.ts'

type LessonWords = typeof en.learn.lessons

/** Names the words of one step in the catalogue: its lesson and its own name there. */
export type StepKey = {
  [L in LessonId]: `${L}.${Exclude<keyof LessonWords[L], 'title'> & string}`
}[LessonId]

/** What a move has to reach, for the learner, who is Black; judged by the rules. */
export type Goal =
  | { readonly kind: 'land'; readonly on: Square }
  /** The greatest gain of points over the other side. */
  | { readonly kind: 'most' }
  /** White cannot land on what the move has made. */
  | { readonly kind: 'safe' }
  /** The game is over, and won. */
  | { readonly kind: 'win' }
  /** The game is not over. */
  | { readonly kind: 'goOn' }

/** Something to do on a position. */
export type Step =
  | MoveStep
  | {
      /** Press a piece of this colour and value. */
      readonly kind: 'pick'
      readonly key: StepKey
      readonly position: Position
      readonly color: Color
      readonly value: Value
    }
  | {
      /** Count the points on some squares: all of Black's, or one stack's. */
      readonly kind: 'count'
      readonly key: StepKey
      readonly position: Position
      readonly squares: readonly Square[]
      /** What can be chosen from; the right sum is among them. */
      readonly options: readonly number[]
    }
  | {
      /** Is the game over by this position's end rule? */
      readonly kind: 'isOver'
      readonly key: StepKey
      readonly position: Position
    }

export interface MoveStep {
  readonly kind: 'move'
  readonly key: StepKey
  readonly position: Position
  readonly goal: Goal
  /** A move that reaches the goal; shown when asked for. */
  readonly solution: Move
  /** Moves that somebody is likely to try and that do not. */
  readonly wrong: readonly Move[]
  /** A way shown crossed out from the start. */
  readonly crossed: Path | undefined
  /** The square that the task names, lit up for who does not read coordinates yet. */
  readonly lit: Square | undefined
}

/** One idea, in a few steps. The last lesson has none: it is a game. */
export interface Lesson {
  readonly id: LessonId
  readonly steps: readonly Step[]
}

/** Everything that is written about a move step; squares and moves as in the notation. */
export interface MoveStepText {
  readonly goal: Exclude<Goal['kind'], 'land'> | { readonly land: string }
  readonly solution: string
  readonly wrong?: readonly string[]
  /** A move that would have to turn back; its way is shown crossed out. */
  readonly backward?: string
  /** Is the square to land on lit up? */
  readonly isLit?: boolean
}

/** Reads a move step. @throws Error when its position or a move cannot be read: a bug of the lesson. */
export function moveStep(key: StepKey, hfen: string, text: MoveStepText): MoveStep {
  const position = positionAt(hfen)
  const goal: Goal =
    typeof text.goal === 'string'
      ? { kind: text.goal }
      : { kind: 'land', on: squareAtName(text.goal.land) }
  return {
    kind: 'move',
    key,
    position,
    goal,
    lit: text.isLit === true && goal.kind === 'land' ? goal.on : undefined,
    solution: moveOf(text.solution),
    wrong: (text.wrong ?? []).map(moveOf),
    crossed:
      text.backward === undefined ? undefined : backwardPath(position, moveOf(text.backward)),
  }
}

/** Reads a position of a lesson. @throws Error when it cannot be read. */
export function positionAt(hfen: string, endRule: EndRule = 'either'): Position {
  const position = parsePosition(hfen, endRule)
  if (!position.ok) throw new Error(`a lesson's position is wrong: ${hfen}`)
  return withMadeUpPieces(position.value)
}

/** Reads a square of a lesson. @throws Error when it cannot be read. */
export function squareAtName(name: string): Square {
  const square = parseSquare(name)
  if (!square.ok) throw new Error(`a lesson's square is wrong: ${name}`)
  return square.value
}

// --- internal ---

function moveOf(text: string): Move {
  const move = parseMove(text)
  if (!move.ok) throw new Error(`a lesson's move is wrong: ${text}`)
  return move.value
}

/** The way with which a move would turn back. */
function backwardPath(position: Position, move: Move): Path {
  const miss = missOf(position, move)
  const path = miss?.code === 'wrongCount' ? miss.backward : undefined
  if (path === undefined) throw new Error('the crossed move of a lesson does not turn back')
  return path
}
