import {
  formatMove,
  leader,
  legalMoves,
  type Move,
  movesOf,
  opposite,
  type Position,
  play,
  score,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { ChapterId } from '../models/learn/course/chapter-ids.ts'
import {
  type Chapter,
  type Example,
  KEEPS,
  type Searched,
} from '../models/learn/course/chapters.ts'
import { MEASURED, wordsOfFigures } from '../models/learn/course/figures.ts'

/** A chapter's name with its number. */
export function chapterName(t: Translate, id: ChapterId, n: number): string {
  return t('course.chapterName', { n, title: t(`course.chapters.${id}.title`) })
}

/** What to see in an example; its figures are counted from the position. */
export function describeExample(t: Translate, id: ChapterId, example: Example): string {
  return t(`course.chapters.${id}.look`, wordsOfExample(t, example))
}

/** What was measured about a chapter's idea. */
export function describeMeasured(t: Translate, { id, figures }: Chapter): string {
  return t(`course.chapters.${id}.measured`, wordsOfFigures(figures))
}

/** How it was measured. */
export function describeMeasuring(t: Translate): string {
  return t('course.how', MEASURED)
}

/** The task of an exercise that a search has judged. */
export function searchedTask(t: Translate, { position }: Searched): string {
  return t('course.searched.task', { who: t(`color.${position.turn}`) })
}

/** What a move in such an exercise is worth. */
export function describeSearched(t: Translate, exercise: Searched, move: Move): string {
  const loss = exercise.lossOf(move)
  const name = formatMove(move)
  if (loss === 0) return t('course.searched.best', { move: name })
  return loss <= KEEPS
    ? t('course.searched.right', { move: name, keeps: KEEPS })
    : t('course.searched.wrong', { move: name, loss })
}

// --- internal ---

function wordsOfExample(t: Translate, { position, move }: Example) {
  const { turn } = position
  const after = play(position, move)
  return {
    who: t(`color.${turn}`),
    move: formatMove(move),
    gain: gainOf(position, move),
    most: Math.max(...legalMoves(position).map((each) => gainOf(position, each))),
    own: movesOf(after, turn).length,
    other: movesOf(after, opposite(turn)).length,
    compensation: position.compensation,
    behind: leader(score(position)) === opposite(turn) ? -leadOf(position, position) : 0,
  }
}

/** How much a move adds to the lead of the side to move. */
function gainOf(position: Position, move: Move): number {
  return leadOf(position, play(position, move)) - leadOf(position, position)
}

/** The lead in a later position of the side to move in an earlier one. */
function leadOf({ turn }: Position, later: Position): number {
  const points = score(later)
  return points[turn] - points[opposite(turn)]
}
