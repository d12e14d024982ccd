import { formatSquare, type Position, score } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { Advice } from '../models/learn/coach.ts'
import type { Why } from '../models/learn/judge.ts'
import type { Step } from '../models/learn/lesson.ts'
import type { LessonId } from '../models/learn/lesson-ids.ts'
import { describeMiss } from './board-texts.ts'

/** A lesson's name. */
export function lessonTitle(t: Translate, id: LessonId): string {
  return t(`learn.lessons.${id}.title`)
}

/** What a step asks for. */
export function taskOf(t: Translate, { key }: Step): string {
  return t(`learn.lessons.${key}.task`)
}

/** What is said when a step has been solved, on the position it has led to. */
export function praiseOf(t: Translate, { key }: Step, position: Position): string {
  return t(`learn.lessons.${key}.done`, { ...pointsIn(position) })
}

/** Why an answer is wrong: the rule or the figures, never only "no". */
export function describeWhy(t: Translate, why: Why, step: Step): string {
  switch (why.code) {
    case 'miss':
      return describeMiss(t, why.miss, why.move.from, why.move.to, step.position)
    case 'illegal':
      return t('error.move.outOfReach')
    case 'elsewhere':
      return t('learn.why.elsewhere', { square: formatSquare(why.on) })
    case 'notMost':
      return t('learn.why.notMost', { gain: why.gain, best: why.best })
    case 'loses':
    case 'ends':
      return t(`learn.why.${why.code}`, { ...pointsIn(why.after.position) })
    case 'otherValue':
      return t('learn.why.otherValue', { value: why.value, wanted: why.wanted })
    case 'otherSum':
      return t('learn.why.otherSum', { parts: partsOf(step) })
    default:
      return t(`learn.why.${why.code}`)
  }
}

/** What the coach of the first game says. */
export function describeAdvice(t: Translate, advice: Advice): string {
  switch (advice.code) {
    case 'covered':
      return t('learn.coach.covered', { square: formatSquare(advice.square) })
    case 'chance':
    case 'threat':
      return t(`learn.coach.${advice.code}`, {
        square: formatSquare(advice.square),
        points: advice.points,
      })
    default:
      return t(`learn.coach.${advice.code}`)
  }
}

// --- internal ---

/** Points of the learner, who is Black, and of the other side. */
function pointsIn(position: Position): { own: number; other: number } {
  const { black, white } = score(position)
  return { own: black, other: white }
}

/** How the points of a step's squares are found, without the sums. */
function partsOf(step: Step): string {
  if (step.kind !== 'count') return ''
  return step.squares
    .map((square) => {
      const stack = step.position.board[square]
      return stack === undefined
        ? ''
        : `${formatSquare(square)}: ${stack.top.value} × ${stack.height}`
    })
    .join(', ')
}
