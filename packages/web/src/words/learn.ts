import {
  type Color,
  formatSquare,
  leader,
  outcome,
  type Position,
  pieceCount,
  score,
  scoreParts,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { type Words, wordsIn } from '../models/learn/claim.ts'
import { type Advice, adviseOn, type Turn } from '../models/learn/coach.ts'
import type { ChapterId } from '../models/learn/course/chapter-ids.ts'
import { startOf, type Why } from '../models/learn/judge.ts'
import type { Step } from '../models/learn/lesson.ts'
import type { LessonId } from '../models/learn/lesson-ids.ts'
import { FIRST_GAME } from '../models/learn/lessons.ts'
import { describeMiss } from './board-texts.ts'
import { describeStuck as describeStuckTo } from './game-end.ts'
import { joinSentences } from './sentences.ts'

/** A lesson's name. */
export function lessonTitle(t: Translate, id: LessonId): string {
  return t(`learn.lessons.${id}.title`)
}

/** The task of a step. */
export function taskOf(t: Translate, step: Step): string {
  return t(`learn.lessons.${step.key}.task`, {
    ...wordsOf(step),
    standing: describeStanding(t, step.position),
  })
}

/** The piece to start with, if only one will do. */
export function startWords(t: Translate, step: Step): string | undefined {
  const start = step.kind === 'move' ? startOf(step) : undefined
  return start === undefined ? undefined : t('learn.now.startWith', { square: formatSquare(start) })
}

/** The task of the last lesson, which is a game. */
export function firstGameTask(t: Translate): string {
  return t('learn.gameTask', { pieces: pieceCount(FIRST_GAME) })
}

/** The praise for a solved step, on the position after it. */
export function praiseOf(t: Translate, step: Step, position: Position): string {
  return t(`learn.lessons.${step.key}.done`, {
    ...wordsOf(step),
    ...(step.kind === 'move' && wordsIn(step.claimsAfter)),
    ...pointsIn(position),
    ownSum: sumOfParts(position, 'black'),
    otherSum: sumOfParts(position, 'white'),
    standing: describeStanding(t, position),
    ending: describeEnded(t, position),
  })
}

/** Why an answer is wrong: the rule or the figures, never only "no". */
export function describeWhy(t: Translate, why: Why, step: Step): string {
  switch (why.code) {
    case 'miss':
      return describeMiss(t, why.miss, why.move, step.position)
    case 'illegal':
      return t('error.move.outOfReach')
    case 'elsewhere':
      return t('learn.why.elsewhere', { square: formatSquare(why.on) })
    case 'takenBack':
      return t('learn.why.takenBack', { gain: why.gain, back: why.back, best: why.best })
    case 'ends':
      return describeEnded(t, why.after.position)
    case 'otherValue':
      return t('learn.why.otherValue', { value: why.value, wanted: why.wanted })
    case 'otherSum':
      return t('learn.why.otherSum', { parts: partsOf(step) })
    case 'isOver':
      return t('learn.why.isOver', { stuck: describeStuck(t, step.position) })
    default:
      return t(`learn.why.${why.code}`)
  }
}

/** What the coach says. */
export interface CoachWords {
  readonly text: string
  /** The chapter of the strategy course that says more about it; undefined at the beginning. */
  readonly chapter: ChapterId | undefined
}

/**
 * The coach's words at the last of the learner's turns, who is Black: the advice, and the score.
 */
export function coachWords(t: Translate, turns: readonly Turn[]): CoachWords {
  const advice = adviseOn(turns)
  const position = turns.at(-1)?.position
  const isOpen = advice.code === 'begin' || position === undefined
  return {
    text: joinSentences(describeAdvice(t, advice), isOpen ? '' : describeStanding(t, position)),
    chapter: advice.code === 'begin' ? undefined : CHAPTERS[advice.code],
  }
}

/** The player who cannot move, and the winner; empty while the game continues. */
export function describeEnded(t: Translate, position: Position): string {
  const over = outcome(position)
  if (over === undefined) return ''
  return t(`learn.ended.${over.winner}`, {
    ...pointsIn(position),
    stuck: describeStuck(t, position),
  })
}

// --- internal ---

const CHAPTERS: Readonly<Record<Exclude<Advice['code'], 'begin'>, ChapterId>> = {
  winNow: 'endIt',
  ahead: 'stuck',
  mustGoOn: 'behind',
  covered: 'safe',
  chance: 'safe',
  chanceBack: 'pointsWait',
  threat: 'safe',
  escape: 'safe',
  gain: 'pointsWait',
  reach: 'safe',
  moves: 'runOut',
}

/** The advice before a move. */
function describeAdvice(t: Translate, advice: Advice): string {
  switch (advice.code) {
    case 'covered':
    case 'reach':
      return t(`learn.coach.${advice.code}`, { square: formatSquare(advice.square) })
    case 'chance':
    case 'chanceBack':
    case 'threat':
    case 'escape':
      return t(`learn.coach.${advice.code}`, {
        square: formatSquare(advice.square),
        points: advice.points,
      })
    case 'gain':
      return t('learn.coach.gain', { points: advice.points, back: advice.back })
    case 'moves':
      return t('learn.coach.moves', { own: advice.own, other: advice.other })
    default:
      return t(`learn.coach.${advice.code}`)
  }
}

/** The numbers and squares that the texts of a step may name. */
function wordsOf(step: Step): Words {
  if (step.kind !== 'move') return wordsIn(step.claims)
  const { from, to } = step.solutions[0]
  return { from: formatSquare(from), square: formatSquare(to), ...wordsIn(step.claims) }
}

/** Points of the learner, who is Black, and of the opponent. */
function pointsIn(position: Position): { own: number; other: number } {
  const { black, white } = score(position)
  return { own: black, other: white }
}

/** The player who is ahead, in words for the learner. */
function describeStanding(t: Translate, position: Position): string {
  return t(`learn.standing.${leader(score(position))}`, pointsIn(position))
}

/** The player who cannot move, in words for the learner, who is Black. */
function describeStuck(t: Translate, position: Position): string {
  return describeStuckTo(t, { last: position, own: 'black', names: undefined })
}

/** The parts of a side's points: `3 × 3 + 2 + 2`. */
function sumOfParts(position: Position, color: Color): string {
  return scoreParts(position)
    [color].map(({ value, height }) => (height === 1 ? `${value}` : `${value} × ${height}`))
    .join(' + ')
}

/** How to find the points of a step's squares, without the sums. */
function partsOf(step: Step): string {
  if (step.kind !== 'count') return ''
  return step.squares
    .map((square) => {
      const stack = step.position.board[square]
      return stack === undefined
        ? ''
        : `${formatSquare(square)} = ${stack.top.value} × ${stack.height}`
    })
    .join(', ')
}
