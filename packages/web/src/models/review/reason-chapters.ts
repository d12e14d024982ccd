import type { JudgedMove, ReasonKind } from '@hokito/engine/review'
import { type Color, movesOf, opposite, type Position, type Square } from '@hokito/rules'
import type { ChapterId } from '../learn/course/chapter-ids.ts'
import type { ReviewModel } from './review-model.ts'

/** The chapter of the strategy course that a slip's reason comes from; undefined without one. */
export function chapterOf(
  {
    move,
    reason,
    line: [best],
    reply: [answer],
    occupied,
  }: Pick<JudgedMove, 'move' | 'reason' | 'line' | 'reply' | 'occupied'>,
  position: Position,
): ChapterId | undefined {
  if (reason === undefined) return undefined
  const { board } = position
  const isEarly = occupied > EARLY_SQUARES
  switch (reason.kind) {
    case 'couldCover':
      if (!isEarly) return 'tower'
      if (occupied >= FIRST_SQUARES && best !== undefined && board[best.to]?.top.value === 3) {
        return 'theirThrees'
      }
      return best !== undefined && board[best.from]?.top.value === 3 ? 'threesCover' : 'safe'
    case 'covered':
      if (answer === undefined || answer.to === move.to) return 'safe'
      return isInReach(position, answer.to) ? 'landLast' : 'opens'
    case 'fewerMoves':
      return 'runOut'
    case 'greedy':
      return 'pointsWait'
    default:
      return CHAPTERS[reason.kind]
  }
}

/** How many of a side's mistakes went against which chapter. */
export function mistakesIn(
  { judged, positions }: Pick<ReviewModel, 'judged' | 'positions'>,
  side: Color,
): Readonly<Partial<Record<ChapterId, number>>> {
  const counts: Partial<Record<ChapterId, number>> = {}
  for (const move of judged.peek()) {
    const position = positions.peek()[move.ply]
    if (move.mover !== side || position === undefined) continue
    const chapter = chapterOf(move, position)
    if (chapter !== undefined) counts[chapter] = (counts[chapter] ?? 0) + 1
  }
  return counts
}

// --- internal ---

/** With more occupied squares, points change hands until the end. */
const EARLY_SQUARES = 20
/** With so many, it is one of the first eight moves. */
const FIRST_SQUARES = 29

const CHAPTERS: Readonly<
  Record<Exclude<ReasonKind, 'couldCover' | 'covered' | 'fewerMoves' | 'greedy'>, ChapterId>
> = {
  ended: 'endIt',
  couldEnd: 'endIt',
  couldCoverOwn: 'coverOwn',
  couldEscape: 'safe',
  couldGive: 'sacrifice',
  threes: 'threesCover',
  endedTooSoon: 'behind',
  coveredOwn: 'leaveOwn',
  ones: 'tower',
}

/** Could the side that waits land on a square? */
function isInReach(position: Position, square: Square): boolean {
  return movesOf(position, opposite(position.turn)).some(({ to }) => to === square)
}
