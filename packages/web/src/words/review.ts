import {
  chanceOf,
  isMissed,
  type JudgedMove,
  type Judgement,
  leastPoints,
  type ReasonKind,
  type Worth,
} from '@hokito/engine/review'
import {
  type ByColor,
  byColor,
  COLORS,
  type Color,
  formatMove,
  formatSquare,
  type Move,
  movesOf,
  numberBefore,
  occupiedCount,
  opposite,
  outcome,
  ownerOf,
  type Position,
  play,
  pointsOf,
  score,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { Outlook } from '../models/analysis/outlook.ts'
import { type Answer, isBest } from '../models/review/exercise-state.ts'
import type { ReviewModel } from '../models/review/review-model.ts'
import type { ReviewTextError } from '../models/review/review-text.ts'
import { describeReplayError } from './errors.ts'
import { levelIn, nameIn } from './record.ts'
import { joinSentences } from './sentences.ts'

/**
 * The sign of a judgement, as players write it after a move; its name says the same to screen
 * readers.
 */
export function signOfJudgement(judgement: Judgement): string {
  return SIGNS[judgement]
}

/** A move with its number, such as `12... c2d4`. */
function numberedMove({ ply, move }: JudgedMove, firstTurn: Color): string {
  return `${numberBefore(ply, firstTurn, true)} ${formatMove(move)}`
}

/** A move of a game and its judgement. */
export function describeJudged(t: Translate, judged: JudgedMove, firstTurn: Color): string {
  return t('review.said', {
    move: numberedMove(judged, firstTurn),
    judgement: t(`review.judged.${judged.judgement}`),
  })
}

/** How a player, or both, played without slips: at most, some of the moves gave points away. */
export function describeFlawless(
  t: Translate,
  judged: readonly JudgedMove[],
  own: Color | undefined,
): string {
  const count = judged.filter(({ judgement }) => judgement === 'loose').length
  if (count > 0) return t(`review.looseOnly.${own === undefined ? 'both' : 'own'}`, { count })
  return t(own === undefined ? 'review.flawless' : 'review.faultless')
}

/** How many slips there are of each kind, the gravest first. */
export function describeSlips(t: Translate, slips: readonly JudgedMove[]): string {
  const tally = (kind: (typeof SLIP_KINDS)[number]) => {
    const n = slips.filter(({ judgement }) => judgement === kind).length
    return n === 0 ? [] : [t(`review.tally.${kind}`, { n })]
  }
  // No line begins with a dot.
  return SLIP_KINDS.flatMap(tally).join('\u00a0· ')
}

/** The cost of a move: the chance to win, which decides its verdict, or points if only they count. */
export function describeLoss(t: Translate, judged: JudgedMove): string {
  return judged.judgement === 'loose' ? describePointsLost(t, judged) : describeChances(t, judged)
}

/** The points that a move lost, marked if they are an estimate; empty if it lost none. */
export function describePointsLost(t: Translate, { pointsLost, isProved }: JudgedMove): string {
  if (pointsLost === 0) return ''
  return `${isProved ? '' : '≈\u00a0'}−${t('game.points', { count: pointsLost })}`
}

/** What a move cost, compared with the best one: points, and the chance to win if that counts. */
export function describeCompared(t: Translate, judged: JudgedMove): string {
  const chances =
    judged.judgement === 'loose' ? '' : `${t('review.chance')} ${describeChances(t, judged)}`
  return joinSentences(describeCost(t, judged), chances)
}

/**
 * How the board differs after so many moves of one line from the board after as many of the other:
 * the points, if they show at least half of the loss, or else the possible moves. Empty if neither
 * speaks for the better line, or if a line is too short to tell.
 */
export function describeDifference(
  t: Translate,
  { judged, position }: Moment,
  isInstead: boolean,
  count: number,
): string {
  const { move, reply, line, mover, pointsLost } = judged
  const [made, instead] = [[move, ...reply], line].map((moves) => {
    const end = moves.slice(0, count).reduce(play, position)
    return moves.length < count && outcome(end) === undefined ? undefined : end
  })
  const other = isInstead ? move : line[0]
  if (made === undefined || instead === undefined || other === undefined) return ''
  const differs = (what: 'points' | 'moves', least: number) => {
    const sums = what === 'points' ? score : movesOfBoth
    const lead = (at: Position) => sums(at)[mover] - sums(at)[opposite(mover)]
    if (lead(instead) - lead(made) < least) return ''
    const [now, then] = (isInstead ? [instead, made] : [made, instead]).map((at) =>
      COLORS.map((color) => `${t(`color.${color}`)}\u00a0${sums(at)[color]}`).join(', '),
    )
    return t(`review.differs.${what}`, { now, then, move: formatMove(other) })
  }
  const points = differs('points', Math.max(1, pointsLost / 2))
  // At the end of a game only the points count.
  if (points !== '' || outcome(made) !== undefined || outcome(instead) !== undefined) return points
  const { black, white } = movesOfBoth(made)
  // A few moves more or less say little.
  return differs('moves', 1 + (black + white) / 5)
}

/** A player where there is little room: of a computer only its level, in one line. */
export function shortNameIn(t: Translate, { record, own }: OwnRecord, color: Color): string {
  const level = color === own ? undefined : levelIn(record, color)
  return level === undefined || level === 'best'
    ? nameIn(t, record, color, own)
    : t('newGame.levelIs', { level }).replaceAll(' ', '\u00a0')
}

/** The outlook of a worth for a side, in the form of the analysis. */
export function outlookOf({ margin, certainty }: Worth, mover: Color): Outlook {
  const lead = mover === 'black' ? margin : 0 - margin
  if (certainty === 'expected') return { kind: 'expected', lead }
  const winner = lead === 0 ? 'draw' : lead > 0 ? 'black' : 'white'
  return {
    kind: 'proved',
    winner,
    lead: certainty === 'exact' ? lead : undefined,
    plies: undefined,
  }
}

/** A slip with the facts needed to describe it. */
export interface Moment {
  readonly judged: JudgedMove
  /** The position before it. */
  readonly position: Position
  /** Our colour, if it is a game of ours. */
  readonly own: Color | undefined
}

/** A record, and our colour if it is a game of ours. */
type OwnRecord = Pick<ReviewModel, 'record' | 'own'>

/** The player that a sentence is about: ours, or a colour. */
export function whose(mover: Color, own: Color | undefined): Color | 'own' {
  return mover === own ? 'own' : mover
}

/**
 * The idea that a slip went against, if that is known, and the better move. A proved result that was
 * given away says more than points.
 */
export function describeBetter(t: Translate, moment: Moment): string {
  const { judged } = moment
  const [best] = judged.line
  if (best === undefined) return ''
  const cost = costOf(judged)
  const idea = describeIdea(t, moment)
  const namesBest = NAMING.includes(judged.reason?.kind)
  const move = formatMove(best)
  if (cost === 'points') {
    const better = namesBest ? '' : t('review.better', { move })
    return joinSentences(idea, better)
  }
  // To end the game and win says it already.
  if (judged.reason?.kind === 'couldEnd') return idea
  const kept = namesBest ? t(`review.keptThat.${cost}`) : t(`review.kept.${cost}`, { move })
  return joinSentences(idea, kept)
}

/**
 * The best reply to a slip, or one that is only known to win: what it covers, and whether it ends
 * the game.
 */
export function describeReply(t: Translate, { judged, position, own }: Moment): string {
  const [reply] = judged.reply
  const after = play(position, judged.move)
  if (reply === undefined) return t('review.endsGame')
  const end = outcome(play(after, reply))
  const cover = describeCover(t, { judged, position, own })
  if (cover === '' && end?.winner === after.turn) {
    return t('review.cause.ended', { move: formatMove(reply) })
  }
  // Who wins may be proved without by how much; then another reply may win by more.
  const { margin, certainty } = judged.played
  const wins = certainty === 'winner' && margin < 0
  const known = t(wins ? 'review.winning' : 'review.reply', { move: formatMove(reply) })
  return joinSentences(
    cover === '' ? known : cover,
    cover !== '' && wins && end === undefined ? t('review.enough') : '',
    end === undefined ? '' : t('review.endsGame'),
  )
}

/**
 * The idea that a slip went against. Empty if no reason is borne out, and if the best reply is the
 * reason.
 */
export function describeIdea(t: Translate, { judged, position, own }: Moment): string {
  const { reason, mover, move, line } = judged
  const [best] = line
  if (reason === undefined || best === undefined) return ''
  switch (reason.kind) {
    case 'covered':
    case 'ended':
      return ''
    case 'couldCover':
      return describeMissed(t, { position, move: best, own })
    case 'couldEnd':
      return t('review.cause.couldEnd', { move: formatMove(best) })
    case 'couldEscape':
      return t('review.cause.couldEscape', { square: formatSquare(best.from) })
    case 'fewerMoves': {
      const [then, after] = [best, move].map((each) => movesOfBoth(play(position, each)))
      return t('review.cause.fewerMoves', {
        own: after?.[mover],
        other: after?.[opposite(mover)],
        move: formatMove(best),
        ownThen: then?.[mover],
        otherThen: then?.[opposite(mover)],
      })
    }
    case 'coveredOwn':
    case 'couldCoverOwn':
      return t(`review.cause.${reason.kind}`, {
        square: formatSquare(move.to),
        total: occupiedCount(position),
      })
    default:
      return t(`review.cause.${reason.kind}`)
  }
}

/** Why a move was a slip, in words that do not name a better one. */
export function describeClue(t: Translate, moment: Moment): string {
  const isNaming = NAMING.includes(moment.judged.reason?.kind)
  return joinSentences(describeAllowed(t, moment), isNaming ? '' : describeIdea(t, moment))
}

/** Why the best move is better than the slip of the game, once the player knows that move. */
export function describeSolved(t: Translate, moment: Moment): string {
  const { judged } = moment
  const { reason, move } = judged
  const cost = costOf(judged)
  const isMissedIdea = reason !== undefined && isMissed(reason.kind)
  const why = isMissedIdea
    ? describeIdea(t, moment)
    : joinSentences(
        t('review.retry.inGame', { move: formatMove(move) }),
        describeAllowed(t, moment),
        describeIdea(t, moment),
      )
  if (cost === 'points') return joinSentences(why, describeCost(t, judged))
  // To end the game and win says it already.
  if (reason?.kind === 'couldEnd') return why
  const kept = t(`review.keptThat.${cost}`)
  // After the words on the move of the game, "that" would be its reply.
  return isMissedIdea ? joinSentences(why, kept) : joinSentences(kept, why)
}

/** The result of a try at a slip. */
export function describeAnswer(t: Translate, answer: Answer): string {
  switch (answer.kind) {
    case 'judging':
      return t('review.retry.judging', { move: formatMove(answer.move) })
    case 'same':
      return t('review.retry.same')
    case 'shown':
      return t('review.retry.shown', { move: formatMove(answer.move) })
    case 'failed':
      return t('notice.computerFailed')
    case 'right':
      return describeRight(t, answer.judged)
    case 'wrong':
      return t(`review.retry.wrong.${saidCostOf(answer.judged)}`, {
        move: formatMove(answer.judged.move),
        count: answer.judged.pointsLost,
      })
  }
}

/** The error in a text to be reviewed. */
export function describeReviewTextError(t: Translate, error: ReviewTextError): string {
  return error.kind === 'noMoves' ? t('review.noMoves') : describeReplayError(t, error)
}

// --- internal ---

const SLIP_KINDS = ['missedWin', 'blunder', 'mistake', 'inaccuracy'] as const

const SIGNS: Readonly<Record<Judgement, string>> = {
  best: '★',
  only: '!',
  good: '',
  loose: '',
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
  missedWin: '✗',
  forced: '□',
}

/** The mover's chance to win, before and after a slip; only a proof is certain of it. */
function describeChances(t: Translate, { best, played, occupied }: JudgedMove): string {
  const shares = [best, played].map((worth) => {
    const whole = Math.round(100 * chanceOf(worth, occupied))
    const share = worth.certainty === 'expected' ? Math.min(99, Math.max(1, whole)) : whole
    return t('review.percent', { share })
  })
  return shares.join(' → ')
}

/**
 * For a move that is nearly the best, also names the best one, because the player no longer has to
 * find it.
 */
function describeRight(t: Translate, judged: JudgedMove): string {
  const [best] = judged.line
  if (isBest(judged) || best === undefined) return t('review.retry.best')
  return joinSentences(t('review.retry.good'), t('review.retry.shown', { move: formatMove(best) }))
}

/** The reasons whose sentence names the best move. */
const NAMING: readonly (ReasonKind | undefined)[] = ['couldCover', 'couldEnd', 'fewerMoves']

/** The points that a slip gained straight away, if that tempted the player, and the best reply. */
function describeAllowed(t: Translate, moment: Moment): string {
  const { judged, position } = moment
  const isTempting = judged.reason?.kind === 'covered' || judged.reason?.kind === 'greedy'
  return joinSentences(
    isTempting ? describeGain(t, position, judged.move) : '',
    isTelling(t, moment) ? describeReply(t, moment) : '',
  )
}

/** Does the best reply explain a slip: by what it covers, or because the game ends? */
function isTelling(t: Translate, moment: Moment): boolean {
  const { judged, position } = moment
  const [reply] = judged.reply
  const after = play(position, judged.move)
  const last = reply === undefined ? after : play(after, reply)
  return describeCover(t, moment) !== '' || outcome(last) !== undefined
}

/** The points that a move gained at once; empty if it gained none. */
function describeGain(t: Translate, position: Position, move: Move): string {
  const { turn } = position
  const count = leadOf(play(position, move), turn) - leadOf(position, turn)
  return count > 0 ? t('review.cause.gained', { count }) : ''
}

/**
 * The stack of the player that the best reply covers; empty if it covers none, or one too small to
 * explain the loss.
 */
function describeCover(t: Translate, { judged, position, own }: Moment): string {
  const [reply] = judged.reply
  if (reply === undefined) return ''
  const after = play(position, judged.move)
  const covered = after.board[reply.to]
  if (covered === undefined || ownerOf(covered) === after.turn) return ''
  if (pointsOf(covered) < leastPoints(judged)) return ''
  return t(`review.thenCould.${whose(after.turn, own)}`, {
    square: formatSquare(reply.to),
    move: formatMove(reply),
    count: pointsOf(covered),
  })
}

interface Missed extends Pick<Moment, 'position' | 'own'> {
  /** The best move. */
  readonly move: Move
}

/** The stack that the best move would have covered. */
function describeMissed(t: Translate, { position, move, own }: Missed): string {
  const target = position.board[move.to]
  if (target === undefined) return ''
  return t(`review.couldCover.${whose(position.turn, own)}`, {
    square: formatSquare(move.to),
    move: formatMove(move),
    count: pointsOf(target),
  })
}

/** How many moves both sides have. */
function movesOfBoth(position: Position): ByColor<number> {
  return byColor((color) => movesOf(position, color).length)
}

function leadOf(position: Position, color: Color): number {
  const points = score(position)
  return points[color] - points[opposite(color)]
}

/**
 * On the board it may have been a piece or two. The final result counts, and only a proof is
 * certain of that.
 */
function describeCost(t: Translate, judged: JudgedMove): string {
  return t(`review.cost.${judged.isProved ? 'points' : 'about'}`, { count: judged.pointsLost })
}

/** What a slip gave away; for points, also whether they are proved. */
function saidCostOf(judged: JudgedMove): ReturnType<typeof costOf> | 'about' {
  const cost = costOf(judged)
  return cost === 'points' && !judged.isProved ? 'about' : cost
}

/** What a slip gave away: a proved result, or only points. */
function costOf({ isProved, chanceLost, best }: JudgedMove): 'points' | 'win' | 'draw' {
  if (!isProved || chanceLost === 0) return 'points'
  return best.margin > 0 ? 'win' : 'draw'
}
