import {
  endingOnBoard,
  formatMove,
  formatSquare,
  isSameMove,
  isSingle,
  leader,
  legalMoves,
  type Move,
  movesOf,
  opposite,
  outcome,
  ownerOf,
  type Position,
  play,
  type Square,
  score,
  scoreParts,
  totals,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { attacksOn } from '../models/learn/attack.ts'
import type { ChapterId } from '../models/learn/course/chapter-ids.ts'
import {
  type Chapter,
  type Example,
  KEEPS,
  type Searched,
  WRONG,
} from '../models/learn/course/chapters.ts'
import { MEASURED, wordsOfFigures } from '../models/learn/course/figures.ts'
import { explains, reasonAgainst, reasonFor, threatFor } from '../models/learn/reason.ts'
import { describeEnd, describeStuck } from './game-end.ts'
import { describeProved, describeRightInstead } from './played-line.ts'
import { describeReasonAgainst, describeReasonFor } from './reason.ts'
import { joinSentences } from './sentences.ts'

/** A chapter's name with its number. */
export function chapterName(t: Translate, id: ChapterId, n: number): string {
  return t('course.chapterName', { n, title: t(`chapters.${id}`) })
}

/** What to see in an example; its figures are counted from the position. */
export function describeExample(t: Translate, id: ChapterId, example: Example): string {
  const { position, move, line } = example
  const [attack] = id === 'seeComing' ? attacksOn(position) : []
  const threat = id === 'prepare' ? threatFor(position, move) : undefined
  const said = t(`course.chapters.${id}.look`, {
    ...wordsOfExample(t, example),
    ...(attack && { square: formatSquare(attack.square) }),
    ...(threat?.kind === 'threatens' && { landing: formatMove(threat.landing.move) }),
  })
  return ABOUT_THE_END.has(id)
    ? joinSentences(said, describeLastMove(t, position, [move, ...line]))
    : said
}

/** What a line of an example proves or suggests, said when all of it stands on the board. */
export function describeVerdict(
  t: Translate,
  { position, move, line, wrong, worth }: Example,
  isRight: boolean,
): string {
  const [tried] = wrong ?? [move]
  const sign = position.turn === 'black' ? 1 : -1
  const shown: readonly Move[] = isRight ? [move, ...line] : (wrong ?? [move])
  const last = shown.reduce(play, position)
  const end = describeOver(t, last)
  if (!worth.isProved) {
    if (end !== '' || worth.wrong === undefined) return end
    return t('course.verdict.better', {
      move: formatMove(move),
      other: formatMove(tried),
      points: worth.right - worth.wrong,
    })
  }
  const lead = isRight ? worth.right : (worth.wrong ?? worth.right)
  return joinSentences(
    end === '' ? describeProved(t, sign * lead) : end,
    isRight ? '' : describeRightInstead(t, worth.right),
  )
}

/** The same for the line after a move of an exercise that a search has judged. */
export function describeSearchedVerdict(
  t: Translate,
  exercise: Searched,
  move: Move,
  last: Position,
): string {
  const end = describeOver(t, last)
  if (end !== '') return end
  const { best, position, lossOf } = exercise
  const loss = lossOf(move)
  if (loss > KEEPS) {
    const moves = { move: formatMove(best), other: formatMove(move) }
    return t('course.verdict.better', { ...moves, points: loss })
  }
  const wrong = legalMoves(position)
    .map(lossOf)
    .filter((each) => each > KEEPS)
  return t('course.verdict.rest', { move: formatMove(move), points: Math.min(...wrong) - loss })
}

/** What was measured about a chapter's idea. */
export function describeMeasured(t: Translate, { id, figures }: Chapter): string {
  return t(`course.chapters.${id}.measured`, wordsOfFigures(figures))
}

/** How it was measured. */
export function describeMeasuring(t: Translate): string {
  return t('course.how', MEASURED)
}

/** The task of an exercise whose moves are judged, which is bound to the idea of its chapter. */
export function searchedTask(t: Translate, { idea, position, attack }: Searched): string {
  const { turn, compensation } = position
  return t(`course.tasks.${idea}`, {
    who: t(`color.${turn}`),
    compensation,
    ...wordsOfDearest(position),
    ...(attack && { square: formatSquare(attack.square) }),
  })
}

/** Whether a square has the stack that the attack aims at, and otherwise why not. */
export function describeSpotted(t: Translate, exercise: Searched, square: Square): string {
  const { position, attack } = exercise
  const other = opposite(position.turn)
  const said = { square: formatSquare(square) }
  if (attack?.square === square) {
    const { first, second } = attack
    return t('course.spot.right', { ...said, first: formatMove(first), second: formatMove(second) })
  }
  const stack = position.board[square]
  if (stack === undefined || isSingle(stack) || ownerOf(stack) === other) {
    return t('course.spot.stack')
  }
  if (movesOf(position, other).some(({ to }) => to === square)) return t('course.spot.now', said)
  return attacksOn(position).some((each) => each.square === square)
    ? t('course.spot.less', said)
    : t('course.spot.safe', said)
}

/**
 * Why the right move of an example is right, and why the wrong one is not: where stacks can land,
 * or else what the line comes to.
 */
export function describeReasons(t: Translate, example: Example): string {
  const { position, move, line, wrong, worth } = example
  const [tried, ...punishment] = wrong ?? []
  const sign = position.turn === 'black' ? 1 : -1
  const comesTo = (lead: number) => describeLead(t, sign * lead, worth.isProved)
  const right = describeReasonFor(t, move, reasonFor(position, move, line, tried))
  const known = right === '' ? comesTo(worth.right) : right
  if (tried === undefined) return known
  const loss = worth.right - (worth.wrong ?? worth.right)
  const reason = reasonAgainst(position, tried, punishment, loss)
  return joinSentences(
    known,
    describeReasonAgainst(t, position, tried, reason),
    explains(reason, loss) || worth.wrong === undefined ? '' : comesTo(worth.wrong),
  )
}

/**
 * Why a move of an exercise is right or wrong: where stacks can land, and what the line comes to
 * where that does not account for the points.
 */
export function describeSearchedReason(t: Translate, exercise: Searched, move: Move): string {
  const { idea, position, lossOf, lineAfter } = exercise
  const line = lineAfter(move)
  const loss = lossOf(move)
  if (loss <= KEEPS) {
    const guarded = describeGuarded(t, exercise, move)
    if (guarded !== '') return guarded
    const threat = idea === 'prepare' ? threatFor(position, move) : undefined
    const reason = threat ?? reasonFor(position, move, line, bestWrong(exercise))
    const right = describeReasonFor(t, move, reason)
    return right === '' ? describeComesTo(t, exercise, move) : right
  }
  const reason = reasonAgainst(position, move, line, loss)
  return joinSentences(
    describeReasonAgainst(t, position, move, reason),
    explains(reason, loss) ? '' : describeComesTo(t, exercise, move),
  )
}

/** The points and the possible moves of both sides, and what White gets at the end. */
export function describeFacts(t: Translate, position: Position): string {
  const { compensation } = position
  const points = score(position)
  return joinSentences(
    t('game.spokenScore', {
      ...points,
      blackMoves: movesOf(position, 'black').length,
      whiteMoves: movesOf(position, 'white').length,
    }),
    compensation === 0
      ? ''
      : t('course.withCompensation', { compensation, points: points.white + compensation }),
  )
}

/** What a move in such an exercise is worth. */
export function describeSearched(t: Translate, exercise: Searched, move: Move): string {
  const loss = exercise.lossOf(move)
  const name = formatMove(move)
  if (isSameMove(move, exercise.best)) return t('course.searched.best', { move: name })
  if (loss <= KEEPS) return t('course.searched.right', { move: name, keeps: KEEPS })
  return t(loss < WRONG ? 'course.searched.close' : 'course.searched.wrong', { move: name, loss })
}

/** The best move of such an exercise, and every other right one. */
export function describeRightMoves(t: Translate, { best, position, lossOf }: Searched): string {
  const others = legalMoves(position).filter(
    (move) => !isSameMove(move, best) && lossOf(move) <= KEEPS,
  )
  return joinSentences(
    t('course.searched.shown', { move: formatMove(best) }),
    others.length === 0
      ? ''
      : t('course.searched.too', { moves: others.map(formatMove).join(', ') }),
  )
}

// --- internal ---

/** The chapters whose examples are about who makes the last move, and who is stuck after it. */
const ABOUT_THE_END: ReadonlySet<ChapterId> = new Set(['stuck', 'endIt'])

/** Who makes the last move of a line that ends the game, and the end; empty for other lines. */
function describeLastMove(t: Translate, start: Position, moves: readonly Move[]): string {
  const before = moves.slice(0, -1).reduce(play, start)
  const end = describeOver(t, moves.slice(-1).reduce(play, before))
  if (end === '') return ''
  return joinSentences(t('course.lastMove', { who: t(`color.${before.turn}`) }), end)
}

/** Does a move keep the attacked stack out of reach, even of two moves in a row? Empty if not. */
function describeGuarded(t: Translate, { position, attack }: Searched, move: Move): string {
  if (attack === undefined) return ''
  const after = play(position, move)
  const square = move.from === attack.square ? move.to : attack.square
  const stack = after.board[square]
  if (stack === undefined || ownerOf(stack) !== position.turn) return ''
  if (legalMoves(after).some((reply) => canLandThen(after, reply, square))) return ''
  return t('puzzles.reason.unreachableLong', {
    move: formatMove(move),
    square: formatSquare(square),
  })
}

/** Can a side land on a square with a move, or with the move after it? */
function canLandThen(after: Position, reply: Move, square: Square): boolean {
  return (
    reply.to === square || movesOf(play(after, reply), after.turn).some(({ to }) => to === square)
  )
}

/** What the line after a move of an exercise comes to, at the end of the game if it goes so far. */
function describeComesTo(t: Translate, exercise: Searched, move: Move): string {
  const last = [move, ...exercise.lineAfter(move)].reduce(play, exercise.position)
  if (outcome(last) === undefined) return describeSearchedVerdict(t, exercise, move, last)
  const { black, white } = totals(last)
  return describeLead(t, black - white, exercise.isProved)
}

/** Who wins by how much: Black's points minus White's, as a proof or a search gives them. */
function describeLead(t: Translate, lead: number, isProved: boolean): string {
  if (isProved) return describeProved(t, lead)
  if (lead === 0) return t('course.verdict.comesTo.draw')
  const winner = lead > 0 ? 'black' : 'white'
  return t(`course.verdict.comesTo.${winner}`, { count: Math.abs(lead) })
}

/** The wrong move of an exercise that costs the fewest points. */
function bestWrong({ position, lossOf }: Searched): Move | undefined {
  return legalMoves(position)
    .filter((move) => lossOf(move) > KEEPS)
    .sort((a, b) => lossOf(a) - lossOf(b))[0]
}

/** Who is stuck, and who has won; empty while the game goes on. */
function describeOver(t: Translate, last: Position): string {
  const ending = endingOnBoard(last)
  if (ending === undefined) return ''
  const game = { ending, last, own: undefined, names: undefined }
  return joinSentences(describeStuck(t, game), describeEnd(t, game))
}

function wordsOfExample(t: Translate, { position, move }: Example) {
  const { turn } = position
  const after = play(position, move)
  return {
    who: t(`color.${turn}`),
    move: formatMove(move),
    gain: gainOf(position, move),
    given: -gainOf(position, move),
    most: Math.max(...legalMoves(position).map((each) => gainOf(position, each))),
    own: movesOf(after, turn).length,
    other: movesOf(after, opposite(turn)).length,
    compensation: position.compensation,
    ...wordsOfDearest(position),
    behind: leader(score(position)) === opposite(turn) ? -leadOf(position, position) : 0,
  }
}

/** The most valuable stack of the side to move. */
function wordsOfDearest(position: Position) {
  const [dearest] = scoreParts(position)[position.turn]
  return dearest && { square: formatSquare(dearest.square), height: dearest.height }
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
