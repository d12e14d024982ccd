import {
  type Color,
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
  pointsOf,
  type Square,
  score,
  scoreParts,
  totals,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { type Attack, attacksOn, stopOf } from '../models/learn/attack.ts'
import { answerFor, contestAfter, exchangeIn, fightWonIn } from '../models/learn/contest.ts'
import type { ChapterId } from '../models/learn/course/chapter-ids.ts'
import {
  ATTACKED,
  type Chapter,
  dearestOf,
  type Example,
  isAccepted,
  KEEPS,
  type Searched,
  WRONG,
} from '../models/learn/course/chapters.ts'
import { MEASURED, wordsOfFigures } from '../models/learn/course/figures.ts'
import {
  costliestIn,
  countAgainst,
  countFor,
  explains,
  greatestIn,
  missedBy,
  type RightReason,
  reasonAgainst,
  reasonFor,
  type Tried,
  threatFor,
  type WrongReason,
} from '../models/learn/reason.ts'
import { describeUsualEnd } from './end-rule.ts'
import { describeStuck } from './game-end.ts'
import { describeLineStep, describeProved, describeRightInstead } from './played-line.ts'
import {
  describeKept,
  describeMissedLanding,
  describeReasonAgainst,
  describeReasonFor,
} from './reason.ts'
import { joinSentences } from './sentences.ts'

/** A chapter's name with its number. */
export function chapterName(t: Translate, id: ChapterId, n: number): string {
  return t('course.chapterName', { n, title: t(`chapters.${id}`) })
}

/** What to see in an example; its figures are counted from the position. */
export function describeExample(t: Translate, id: ChapterId, example: Example): string {
  const { position, move, line } = example
  const [attack] = id === ATTACKED ? attacksOn(position) : []
  const threat = id === 'prepare' ? threatFor(position, move) : undefined
  const said = t(`course.chapters.${id}.look`, {
    ...wordsOfExample(t, example),
    ...(attack && { square: formatSquare(attack.square) }),
    ...(threat?.kind === 'threatens' && { landing: formatMove(threat.landing.move) }),
    ...(id === 'landLast' && wordsOfContest(position, move)),
  })
  return ABOUT_THE_END.has(id)
    ? joinSentences(said, describeLastMove(t, position, [move, ...line]))
    : said
}

/**
 * What a line of an example shows and proves or suggests, said when all of it stands on the board.
 * `reason`: what has been said of its first move.
 */
export function describeVerdict(
  t: Translate,
  { position, move, line, wrong, worth }: Example,
  isRight: boolean,
  reason = '',
): string {
  const [tried] = wrong ?? [move]
  const sign = position.turn === 'black' ? 1 : -1
  const shown: Tried = isRight || wrong === undefined ? [move, ...line] : wrong
  const end = describeOver(t, shown.reduce(play, position))
  const fight = describeFight(t, position, shown, {
    winner: isRight ? position.turn : opposite(position.turn),
    worth: worth.right - Math.min(worth.other, worth.wrong ?? worth.other),
    other: isRight ? (wrong ?? []) : [move, ...line],
    reason,
  })
  if (!worth.isProved) {
    if (end !== '') return joinSentences(fight, end)
    if (worth.wrong === undefined) return joinSentences(fight, t('course.verdict.open'))
    return joinSentences(
      fight,
      t('course.verdict.open'),
      t('course.verdict.better', {
        move: formatMove(move),
        other: formatMove(tried),
        points: worth.right - worth.wrong,
      }),
    )
  }
  const lead = isRight ? worth.right : (worth.wrong ?? worth.right)
  return joinSentences(
    fight,
    end === '' ? describeProved(t, isRight ? move : tried, sign * lead) : end,
    isRight ? '' : describeRightInstead(t, worth.right),
  )
}

/**
 * The same for the line after a move of an exercise that a search has judged. After a wrong one it
 * does not name the best move, which is still to be found.
 */
export function describeSearchedVerdict(
  t: Translate,
  exercise: Searched,
  move: Move,
  last: Position,
): string {
  const end = describeOver(t, last)
  if (end !== '') return end
  const { position, lossOf } = exercise
  const loss = lossOf(move)
  if (loss > KEEPS) return t('course.searched.wrong', { move: formatMove(move), loss })
  const wrong = legalMoves(position)
    .map(lossOf)
    .filter((each) => each > KEEPS)
  return t('course.verdict.rest', { move: formatMove(move), points: Math.min(...wrong) - loss })
}

/**
 * The landings that matter most in the line after a move of an exercise; empty if they account for
 * little, or if the reason for the move has said so much already.
 */
export function describeSearchedFight(
  t: Translate,
  exercise: Searched,
  move: Move,
  reason: string,
): string {
  const { position, best, lossOf, lineAfter } = exercise
  const isRight = isAccepted(exercise, move)
  return describeFight(t, position, [move, ...lineAfter(move)], {
    winner: isRight ? position.turn : opposite(position.turn),
    worth: isRight ? typicalLoss(exercise) : lossOf(move),
    other: isRight ? [] : [best, ...lineAfter(best)],
    reason,
  })
}

/** An exchange on one square, counted landing by landing. */
export interface CountedExchange {
  readonly title: string
  /** What each landing covers, and the points after it. */
  readonly steps: readonly string[]
  /** Who has the stack after the last one. */
  readonly end: string
}

/** The exchange with which a line of an example begins, counted. */
export function describeExchange(
  t: Translate,
  position: Position,
  [first, ...line]: Tried,
): CountedExchange {
  const moves = exchangeIn([first, ...line])
  const positions = moves.map((_, at) => moves.slice(0, at + 1).reduce(play, position))
  const stack = positions.at(-1)?.board[first.to]
  return {
    title: t('course.exchange.first', { move: formatMove(first) }),
    steps: moves.map((move, at) =>
      joinSentences(
        describeLineStep(t, positions[at - 1] ?? position, move),
        t('course.exchange.score', { ...score(positions[at] ?? position) }),
      ),
    ),
    end: stack
      ? t('course.exchange.last', {
          square: formatSquare(first.to),
          who: t(`color.${ownerOf(stack)}`),
        })
      : '',
  }
}

/** What was measured about a chapter's idea. */
export function describeMeasured(t: Translate, { id, figures }: Chapter): string {
  const isByMoves = Object.values(figures).some(({ fact }) => OF_MOVES.test(fact))
  return joinSentences(
    t(`course.chapters.${id}.measured`, wordsOfFigures(figures)),
    isByMoves ? t('course.bothSides') : '',
  )
}

/** How it was measured. */
export function describeMeasuring(t: Translate): string {
  return t('course.how', MEASURED)
}

/** The task of an exercise whose moves are judged, which is bound to the idea of its chapter. */
export function searchedTask(t: Translate, { idea, position, attack }: Searched): string {
  const { turn, compensation } = position
  return joinSentences(
    describeOwnSide(t, turn),
    t(`course.tasks.${idea}`, {
      compensation,
      ...wordsOfDearest(position),
      ...(attack && { square: formatSquare(attack.square) }),
    }),
  )
}

/** Which side the reader has in an exercise. */
export function describeOwnSide(t: Translate, color: Color): string {
  return t('course.youAre', { who: t(`color.${color}`) })
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

/** Why the right move of an example is right, and why the wrong one is not. */
export interface ExampleReasons {
  readonly right: string
  /** Empty for an example without a wrong move. */
  readonly wrong: string
}

/** What the chapter asks for, where stacks can land, or else what the line comes to. */
export function describeReasons(t: Translate, id: ChapterId, example: Example): ExampleReasons {
  const { position, move, line, worth } = example
  const [tried, ...punishment] = example.wrong ?? []
  const sign = position.turn === 'black' ? 1 : -1
  const comesTo = (made: Move, lead: number) => describeLead(t, made, sign * lead, worth.isProved)
  const [attack] = id === ATTACKED ? attacksOn(position) : []
  const stopped = attack === undefined ? '' : describeStopped(t, position, attack, move)
  const gain = worth.right - Math.min(worth.other, worth.wrong ?? worth.other)
  const { words, isPart } = describeRight(t, id, position, [move, ...line], gain, tried)
  const asked = stopped || words
  // The words on the last move say already what the line comes to.
  const isSaid =
    ABOUT_THE_END.has(id) && outcome([move, ...line].reduce(play, position)) !== undefined
  const right = joinSentences(
    asked,
    asked === '' || (asked === words && isPart && !isSaid) ? comesTo(move, worth.right) : '',
    id === 'endRule' ? describeUsualEnd(t, position, [move, ...line]) : '',
  )
  if (tried === undefined) return { right, wrong: '' }
  const loss = worth.right - (worth.wrong ?? worth.right)
  const reason = againstIn(id, position, [tried, ...punishment], loss, [move, ...line])
  const missed = missedBy(position, [tried, ...punishment], [move, ...line], loss)
  const wrong = joinSentences(
    describeEarly(t, tried, line),
    describeReasonAgainst(t, position, tried, reason) ||
      describeFight(t, position, [tried, ...punishment], {
        winner: opposite(position.turn),
        worth: loss,
        other: [move, ...line],
      }) ||
      (missed === undefined ? '' : describeMissedLanding(t, tried, missed)),
    explains(reason, loss) || worth.wrong === undefined ? '' : comesTo(tried, worth.wrong),
  )
  return { right, wrong }
}

/**
 * Why a move of an exercise is right or wrong: what the chapter asks for, where stacks can land, and
 * what the line comes to where that does not account for the points; empty if only the points say it.
 */
export function describeSearchedReason(t: Translate, exercise: Searched, move: Move): string {
  const { position, lossOf, lineAfter } = exercise
  const line: Tried = [move, ...lineAfter(move)]
  if (isAccepted(exercise, move)) return describeRightTry(t, exercise, line)
  const { words, isAll, hasLanding } = describeWrongTry(t, exercise, line)
  if (isAll) return words
  // One figure is enough: the page says the loss above it, and here where it comes from.
  if (!isEnd(exercise, move)) {
    return joinSentences(words, hasLanding ? '' : describeLineCost(t, exercise, move))
  }
  const why = words === '' ? describeKept(t, position, line, lossOf(move)) : words
  return joinSentences(why, describeComesTo(t, exercise, move))
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

/** A hint at the idea of the best move, before its first square: the landing that it is about. */
export function describeIdeaHint(t: Translate, exercise: Searched): string {
  const { idea, position, best, lineAfter } = exercise
  const reason = rightReasonIn(idea, position, [best, ...lineAfter(best)], typicalLoss(exercise))
  switch (reason.kind) {
    case 'averts':
    case 'guards':
    case 'landsBack':
      return t('course.hint.theirs', { square: formatSquare(reason.landing.move.to) })
    case 'unreachable':
      return t('course.hint.after', { square: formatSquare(reason.square) })
    default:
      return 'landing' in reason
        ? t('course.hint.yours', { square: formatSquare(reason.landing.move.to) })
        : t('course.hint.count')
  }
}

/** What a move in such an exercise is worth. */
export function describeSearched(t: Translate, exercise: Searched, move: Move): string {
  const loss = exercise.lossOf(move)
  const name = formatMove(move)
  if (isSameMove(move, exercise.best)) return t('course.searched.best', { move: name })
  if (loss <= KEEPS) return t('course.searched.right', { move: name })
  if (isAccepted(exercise, move)) {
    return t('course.searched.enough', { move: name, better: formatMove(exercise.best), loss })
  }
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
/** The names of facts about numbered moves, or about a number of moves. */
const OF_MOVES = /\d$|^plies$|^leadLasts$|^kept|^pointsTell/
/** So many moves are named as examples of many. */
const NAMED = 3
/** The chapters in which the count of moves is a reason. */
const COUNTED: ReadonlySet<ChapterId> = new Set([...ABOUT_THE_END, 'runOut'])

/** Who makes the last move of a line that ends the game, and the end; empty for other lines. */
function describeLastMove(t: Translate, start: Position, moves: readonly Move[]): string {
  const before = moves.slice(0, -1).reduce(play, start)
  const last = moves.slice(-1).reduce(play, before)
  const over = outcome(last)
  if (over === undefined) return ''
  const [who, other] = [before.turn, opposite(before.turn)]
  const left = over.stuck.length > 1 ? 'both' : over.stuck.includes(who) ? 'own' : 'other'
  return joinSentences(
    t(`course.lastMove.${left}`, { who: t(`color.${who}`), other: t(`color.${other}`) }),
    describeResult(t, last),
  )
}

/** Why a right move of an exercise is right, with what follows it. */
function describeRightTry(t: Translate, exercise: Searched, line: Tried): string {
  const { idea, position } = exercise
  const [move] = line
  const asked = describeAsked(t, exercise, move)
  const { words, isPart } = describeRight(t, idea, position, line, typicalLoss(exercise))
  const isSaid = asked !== '' || (words !== '' && !isPart)
  return joinSentences(
    // The chapter asks for the count, so that comes first.
    idea === 'runOut' ? describeReasonFor(t, position, move, countFor(position, move)) : '',
    asked === '' ? words : asked,
    isSaid && idea !== 'compensation' ? '' : describeComesTo(t, exercise, move),
    idea === 'singlesLast' ? describeSaved(t, position, move) : '',
    idea === 'endIt' ? describeStuckAfter(t, line.reduce(play, position)) : '',
    idea === 'endRule' ? describeUsualEnd(t, position, line) : '',
  )
}

/** Half of the wrong moves of an exercise give away at least so many points. */
function typicalLoss({ position, lossOf }: Searched): number {
  const losses = legalMoves(position)
    .map(lossOf)
    .filter((loss) => loss > KEEPS)
    .sort((a, b) => a - b)
  return losses[losses.length >> 1] ?? 0
}

/** Does the side that makes a wrong move make it later, after the best one? Empty if it does not. */
function describeEarly(t: Translate, move: Move, afterBest: readonly Move[]): string {
  const isLater = afterBest.some((each, at) => at % 2 === 1 && isSameMove(each, move))
  return isLater ? t('course.early', { move: formatMove(move) }) : ''
}

interface FightTerms {
  /** The side that comes out better. */
  readonly winner: Color
  /** The points that it comes out better by. */
  readonly worth: number
  /** The line that this one is compared with. */
  readonly other: readonly Move[]
  /** What has been said already. */
  readonly reason?: string
}

/** The landings that matter most in a line; empty if they account for little, or are said already. */
function describeFight(
  t: Translate,
  start: Position,
  line: Tried,
  { winner, worth, other, reason = '' }: FightTerms,
): string {
  const fight = fightWonIn(start, line, winner, { worth, other })
  if (fight === undefined) return ''
  const { square, landings, covered: points } = fight
  if (landings.every((each) => reason.includes(formatMove(each)))) return ''
  const moves = landings.map(formatMove).join(', ')
  return landings.length === 1
    ? t('course.fight.one', { move: moves, points })
    : t(`course.fight.${winner}`, { square: formatSquare(square), moves, points })
}

/**
 * What punishes a wrong move of an exercise, or what it misses. `isAll`: that explains its loss;
 * `hasLanding`: it names a landing or the last move.
 */
function describeWrongTry(t: Translate, exercise: Searched, line: Tried) {
  const { idea, position, best, lossOf, lineAfter } = exercise
  const [move] = line
  const loss = lossOf(move)
  const reason = againstIn(idea, position, line, loss, [best, ...lineAfter(best)])
  const isAll = explains(reason, loss)
  // A landing that accounts for little of the loss says less than what the move leaves uncovered.
  if (idea === 'theirThrees' && !coversThree(position, move) && !isAll) {
    return { words: t('course.noThree', { move: formatMove(move) }), isAll, hasLanding: false }
  }
  const parried = idea === 'prepare' ? describeParried(t, position, line) : ''
  if (parried !== '') return { words: parried, isAll: false, hasLanding: true }
  const words = describeReasonAgainst(t, position, move, reason)
  const hasLanding = 'landing' in reason || (reason.kind === 'ends' && reason.last !== undefined)
  if (words !== '') return { words, isAll, hasLanding }
  const missed = missedBy(position, line, [best, ...lineAfter(best)], loss)
  if (missed === undefined) return { words, isAll, hasLanding }
  const isAllMissed = 2 * missed.count >= loss
  return { words: describeMissedLanding(t, move, missed), isAll: isAllMissed, hasLanding: true }
}

/** The landing that costs the most after a wrong move, or else one that the best move leads to. */
function describeLineCost(t: Translate, exercise: Searched, move: Move): string {
  const { position, best, lineAfter } = exercise
  const theirs = costliestIn(position, [move, ...lineAfter(move)])
  if (theirs !== undefined) return t('course.lineCost.theirs', { landing: formatMove(theirs.move) })
  const yours = greatestIn(position, [best, ...lineAfter(best)])
  return yours === undefined
    ? ''
    : t('course.lineCost.yours', { square: formatSquare(yours.move.to) })
}

/** What the chapter asks for, if the reach of the stacks on the board shows that a move does it. */
function describeAsked(t: Translate, exercise: Searched, move: Move): string {
  const { idea, position, attack } = exercise
  if (attack !== undefined) return describeStopped(t, position, attack, move)
  if (idea === 'opens') return describeGuarded(t, position, dearestOf(position), move).words
  if (idea === 'safe') return describeSafe(t, position, move)
  const threat = idea === 'prepare' ? threatFor(position, move) : undefined
  return threat === undefined ? '' : describeReasonFor(t, position, move, threat)
}

/**
 * Why a move is right in a chapter, with what follows it; empty if that is not known. `worth`: the
 * points that it is better than wrong moves; `isPart`: the reason is about few of them.
 */
function describeRight(
  t: Translate,
  id: ChapterId,
  position: Position,
  tried: Tried,
  worth: number,
  instead?: Move,
): { readonly words: string; readonly isPart: boolean } {
  const [move] = tried
  const found = rightReasonIn(id, position, tried, worth)
  const reason =
    found.kind === 'none' && COUNTED.has(id) ? countFor(position, move, instead) : found
  const words = describeReasonFor(t, position, move, reason)
  if (reason.kind === 'unreachable' && !reason.isLasting) {
    // Out of reach for one move says little where the line is about something else.
    const fight = describeFight(t, position, tried, { winner: position.turn, worth, other: [] })
    return { words: fight === '' ? words : fight, isPart: false }
  }
  return { words, isPart: 'landing' in reason && !explains(reason, worth) }
}

/** What the reach of the stacks says for a move that is right in a chapter. */
function rightReasonIn(
  id: ChapterId,
  position: Position,
  [move, ...line]: Tried,
  worth: number,
): RightReason {
  const answer =
    id === 'landLast'
      ? answerFor(position, move)
      : id === 'prepare'
        ? threatFor(position, move)
        : undefined
  return answer ?? reasonFor(position, move, line, worth)
}

/** Why a move is wrong in a chapter, with what follows it. */
function againstIn(
  id: ChapterId,
  position: Position,
  [move, ...line]: Tried,
  loss: number,
  best: Tried,
): WrongReason {
  const found = reasonAgainst(position, move, line, loss, best)
  return found.kind === 'none' && COUNTED.has(id) ? countAgainst(position, move) : found
}

/** How a move stops an attack, and whether any other can follow; empty if it does not stop it. */
function describeStopped(t: Translate, position: Position, attack: Attack, move: Move): string {
  const how = stopOf(position, attack, move)
  const { isLasting, words } = describeGuarded(t, position, attack.square, move)
  const guarded = isLasting ? words : ''
  if (how === undefined) return guarded
  const { first, second, square } = attack
  return joinSentences(
    t(`course.stops.${how.kind}`, {
      move: formatMove(move),
      first: formatMove(first),
      second: formatMove(second),
      square: formatSquare(square),
      on: formatSquare(move.to),
      ...(how.kind === 'back' && { back: formatMove(how.back) }),
      ...(how.kind === 'answer' && { answer: formatMove(how.answer) }),
    }),
    guarded,
  )
}

/** Does a move keep a stack out of reach, and even of two moves in a row? Empty if it does not. */
function describeGuarded(t: Translate, position: Position, guarded: Square, move: Move) {
  const none = { isLasting: false, words: '' }
  const after = play(position, move)
  const square = move.from === guarded ? move.to : guarded
  const stack = after.board[square]
  if (stack === undefined || ownerOf(stack) !== position.turn) return none
  if (movesOf(after, after.turn).some(({ to }) => to === square)) return none
  const isLasting = !legalMoves(after).some((reply) =>
    movesOf(play(after, reply), after.turn).some(({ to }) => to === square),
  )
  const said = { move: formatMove(move), square: formatSquare(square) }
  const key = isLasting ? 'unreachableLong' : 'unreachable'
  return { isLasting, words: t(`puzzles.reason.${key}`, said) }
}

/** How a move keeps the most valuable stack: out of reach, or with an answer to a landing there. */
function describeSafe(t: Translate, position: Position, move: Move): string {
  const { words } = describeGuarded(t, position, dearestOf(position), move)
  const answer = words === '' ? answerFor(position, move) : undefined
  return answer === undefined ? words : describeReasonFor(t, position, move, answer)
}

/** A threat that a move makes and the reply takes away; empty without one. */
function describeParried(t: Translate, position: Position, [move, reply]: Tried): string {
  const threat = threatFor(position, move)
  if (threat?.kind !== 'threatens' || reply === undefined) return ''
  const { move: landing } = threat.landing
  const replied = play(play(position, move), reply)
  if (movesOf(replied, position.turn).some(({ to }) => to === landing.to)) return ''
  return t('course.parried', {
    move: formatMove(move),
    landing: formatMove(landing),
    reply: formatMove(reply),
  })
}

/** Does a move cover a three of the other side? */
function coversThree({ board, turn }: Position, { to }: Move): boolean {
  const under = board[to]
  return under !== undefined && ownerOf(under) !== turn && under.top.value === 3
}

/** The moves of single pieces that a side keeps; empty if it has none. */
function describeSaved(t: Translate, position: Position, move: Move): string {
  const { board } = position
  const saved = movesOf(play(position, move), position.turn).filter(({ from }) => {
    const stack = board[from]
    return from !== move.to && stack !== undefined && isSingle(stack)
  })
  // One move of each piece shows that several pieces are kept.
  const ofEach = new Map(saved.map((each) => [each.from, each]))
  const moves = [...ofEach.values()].slice(0, NAMED).map(formatMove).join(', ')
  return moves === '' ? '' : t('course.saved', { moves })
}

/** Does what follows a move of an exercise end the game? */
function isEnd({ position, lineAfter }: Searched, move: Move): boolean {
  return outcome([move, ...lineAfter(move)].reduce(play, position)) !== undefined
}

/** What the line after a move of an exercise comes to, at the end of the game if it goes so far. */
function describeComesTo(t: Translate, exercise: Searched, move: Move): string {
  const last = [move, ...exercise.lineAfter(move)].reduce(play, exercise.position)
  if (outcome(last) === undefined) return describeSearchedVerdict(t, exercise, move, last)
  const { black, white } = totals(last)
  return describeLead(t, move, black - white, exercise.isProved)
}

/** Who wins by how much after a move: Black's points minus White's, by a proof or a search. */
function describeLead(t: Translate, move: Move, lead: number, isProved: boolean): string {
  if (isProved) return describeProved(t, move, lead)
  const words = { move: formatMove(move), count: Math.abs(lead) }
  if (lead === 0) return t('course.verdict.comesTo.draw', words)
  return t(`course.verdict.comesTo.${lead > 0 ? 'black' : 'white'}`, words)
}

/**
 * Who is stuck, and who wins; empty while the game goes on. The line is shown, not a game of the
 * past.
 */
function describeOver(t: Translate, last: Position): string {
  return outcome(last) === undefined
    ? ''
    : joinSentences(describeStuckAfter(t, last), describeResult(t, last))
}

/** Who wins a game that is over. */
function describeResult(t: Translate, last: Position): string {
  const { black, white } = totals(last)
  return black === white
    ? t('end.drawn.points', { count: black })
    : t(`course.verdict.wins.${black > white ? 'black' : 'white'}`, {
        count: Math.abs(black - white),
      })
}

/** Who has no move at the end of a line. */
function describeStuckAfter(t: Translate, last: Position): string {
  return describeStuck(t, { last, own: undefined, names: undefined })
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
    opponent: t(`color.${opposite(turn)}`),
    own: movesOf(after, turn).length,
    other: movesOf(after, opposite(turn)).length,
    compensation: position.compensation,
    ...wordsOfDearest(position),
    behind: leader(score(position)) === opposite(turn) ? -leadOf(position, position) : 0,
  }
}

/** The words for the fight for a stack after a move. */
function wordsOfContest(position: Position, move: Move) {
  const contest = contestAfter(position, move)
  const stack = contest && play(position, move).board[contest.square]
  return stack && { ...contest, square: formatSquare(contest.square), points: pointsOf(stack) }
}

/** The words for the most valuable stack of the side to move. */
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
