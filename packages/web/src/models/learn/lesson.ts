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
import type { Claims, MissReason } from './claim.ts'
import type { LessonId } from './lesson-ids.ts'
import { withMadeUpPieces } from './made-up-pieces.ts'

type LessonWords = typeof en.learn.lessons

/** Identifies the texts of one step in the catalogue: its lesson, and its name there. */
export type StepKey = {
  [L in LessonId]: `${L}.${Exclude<keyof LessonWords[L], 'title'> & string}`
}[LessonId]

/** What a move has to achieve for the learner, who is Black; judged by the rules. */
export type Goal =
  | { readonly kind: 'land'; readonly on: Square }
  /** The greatest gain of points that is left after White's best reply. */
  | { readonly kind: 'most' }
  /** White cannot land on the resulting stack. */
  | { readonly kind: 'safe' }
  /** White has no move. */
  | { readonly kind: 'stuck' }
  /** The game is not over. */
  | { readonly kind: 'goOn' }

/** A task on a position. */
export type Step =
  | MoveStep
  | (BaseStep & {
      /** Press a piece of this colour and value. */
      readonly kind: 'pick'
      readonly color: Color
      readonly value: Value
    })
  | (BaseStep & {
      /** Count the points on some squares: all of Black's, or one stack's. */
      readonly kind: 'count'
      readonly squares: readonly Square[]
      /** The sums to choose from; the right one is among them. */
      readonly options: readonly number[]
    })
  | (BaseStep & {
      /** Is the game over by this position's end rule? */
      readonly kind: 'isOver'
    })

interface BaseStep {
  readonly key: StepKey
  readonly position: Position
  /** The claims of its texts about the position. */
  readonly claims: Claims
}

export interface MoveStep extends BaseStep {
  readonly kind: 'move'
  readonly goal: Goal
  /** All moves that reach the goal; the first is shown when the learner asks. */
  readonly solutions: Solutions
  /**
   * The claims of the text for a right answer about the resulting position, whichever right answer
   * it was.
   */
  readonly claimsAfter: Claims
  /** Likely tries that do not reach the goal. */
  readonly wrong: readonly WrongTry[]
  /** A path shown crossed out from the start. */
  readonly crossed: Path | undefined
  /** The squares that the task names, highlighted for learners who do not read coordinates yet. */
  readonly lit: readonly Square[]
}

type Solutions = readonly [Move, ...Move[]]

/** A wrong move, and why it is wrong. */
export interface WrongTry {
  readonly move: Move
  readonly why: TryReason
}

/** Why a try is wrong: the move is not possible, or it misses the goal. */
export type TryReason =
  | MissReason
  | 'elsewhere'
  | 'takenBack'
  | 'unsafe'
  | 'notStuck'
  | 'ownStuck'
  | 'ends'

/** One idea, in a few steps. The last lesson has none: it is a game. */
export interface Lesson {
  readonly id: LessonId
  readonly steps: readonly Step[]
}

/** The text form of a move step; squares and moves as in the notation. */
export interface MoveStepText {
  readonly goal: Exclude<Goal['kind'], 'land'> | { readonly land: string }
  /** All moves that reach the goal, the one to show first. */
  readonly solutions: readonly [string, ...string[]]
  readonly wrong: Readonly<Record<string, TryReason>>
  readonly claims: Claims
  readonly claimsAfter?: Claims
  /** A move that would have to turn back; its path is shown crossed out. */
  readonly backward?: string
  /** Squares to highlight: the landing, or the start too. */
  readonly lit?: 'end' | 'both'
}

/**
 * Reads a move step. @throws Error when its position or a move cannot be read: a bug of the lesson.
 */
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
    lit: litOf(text),
    solutions: [moveOf(text.solutions[0]), ...text.solutions.slice(1).map(moveOf)],
    claims: text.claims,
    claimsAfter: text.claimsAfter ?? {},
    wrong: Object.entries(text.wrong).map(([move, why]) => ({ move: moveOf(move), why })),
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

function litOf({ lit, solutions: [first] }: MoveStepText): readonly Square[] {
  if (lit === undefined) return []
  const { from, to } = moveOf(first)
  return lit === 'both' ? [from, to] : [to]
}

/** The path by which a move would turn back. */
function backwardPath(position: Position, move: Move): Path {
  const miss = missOf(position, move)
  const path = miss?.code === 'wrongCount' ? miss.backward : undefined
  if (path === undefined) throw new Error('the crossed move of a lesson does not turn back')
  return path
}
