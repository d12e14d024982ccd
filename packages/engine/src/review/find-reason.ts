import { isSameMove, legalMoves, type Move, play } from '@hokito/rules'
import { type Cause, causesOf, pointOf, type Slip } from './causes.ts'
import { isSlip, type JudgedMove, judge } from './judge.ts'
import type { Looker } from './look.ts'
import { isMissed, type Reason, type ReasonKind } from './reason.ts'
import { forOther } from './worth.ts'

/**
 * The reason for a slip, if one is borne out: without the moves that it names, the move would not
 * be a slip, or all moves that it names are slips. Undefined if none is, or if the move is no slip.
 * @throws Stopped if it was stopped
 */
export async function findReason(
  looker: Looker,
  slip: Slip,
  signal: AbortSignal | undefined,
): Promise<Reason | undefined> {
  const judged = judge(slip.finding)
  if (!isSlip(judged) || !isClear(judged)) return undefined
  const causes = causesOf(slip)
  let left = MOST_CAUSES
  for (const cause of causes) {
    if (left-- === 0) return undefined
    if (await isBorneOut(looker, { slip, cause, signal })) return reasonOf(slip, cause.kind)
  }
  return undefined
}

/**
 * Does the reason for a slip hold by a looker that sees further than the review did? For
 * measurements.
 * @throws Stopped if it was stopped
 */
export async function isReasonTrue(looker: Looker, slip: Slip, { kind }: Reason): Promise<boolean> {
  const { finding, position } = slip
  const [best] = finding.line
  const cause = causesOf(slip).find((each) => each.kind === kind)
  if (best === undefined || cause === undefined) return false
  const worthOf = async (move: Move) =>
    forOther((await looker.look(play(position, move), undefined)).worth)
  const further = { ...finding, played: await worthOf(finding.move), best: await worthOf(best) }
  if (!isSlip(judge(further))) return false
  const known = { ...slip, finding: further }
  return isBorneOut(looker, { slip: known, cause, signal: undefined, isStrict: false })
}

// --- internal ---

/** More would take too long for what they find. */
const MOST_CAUSES = 4
/** A loss by estimate has to be so clear, in chance or in points, before a reason is looked for. */
const CLEAR_CHANCE = 0.1
const CLEAR_POINTS = 15
/** The share of the loss that may remain without the cause. */
const REMAINING = 0.25
/** The share of the loss that every move of a bad kind has at least. */
const SHARED = 0.7
/** Later moves of a line are too uncertain to show. */
const LONGEST_LINE = 8

/** Is a loss clear enough for an estimate to be trusted about its reason? */
function isClear({ isProved: isSure, chanceLost, pointsLost }: JudgedMove): boolean {
  return isSure || chanceLost >= CLEAR_CHANCE || pointsLost >= CLEAR_POINTS
}

interface Checked {
  readonly slip: Slip
  readonly cause: Cause
  readonly signal: AbortSignal | undefined
  /** Leaves a margin for what a deeper search would find. */
  readonly isStrict?: boolean
}

async function isBorneOut(looker: Looker, checked: Checked): Promise<boolean> {
  const { slip, cause, signal, isStrict = true } = checked
  const { finding } = slip
  const judged = judge(finding)
  const isBad = !isMissed(cause.kind) && cause.position === slip.position
  const moves = isBad ? cause.moves : withoutThese(cause)
  const isOfVerdict = judged.isProved && judged.chanceLost > 0
  const isAfter = cause.position !== slip.position
  const { best } = finding
  const target = isAfter ? 0 - Math.sign(best.margin) + 1 : Math.sign(best.margin)
  const goal = isOfVerdict ? { winner: Math.min(1, target) } : 'margin'
  const found = await looker.among(cause.position, moves, {
    goal,
    plies: isAfter ? 0 : 1,
    signal,
  })
  if (found === undefined) return false
  // Without the moves: what the slip or the best move would be worth. Of bad moves: their best.
  const worth = judged.isProved && !isOfVerdict ? { ...found, certainty: 'exact' as const } : found
  const without = judge({
    ...finding,
    ...(isAfter ? { played: forOther(worth) } : isBad ? { played: worth } : { best: worth }),
  })
  if (isOfVerdict) return isBad ? without.chanceLost > 0 : without.chanceLost === 0
  if (isBad) return isSlip(without) && (!isStrict || isStillLost(without, judged))
  return !isSlip(without) && (!isStrict || isMuchLess(without, judged))
}

function withoutThese({ position, moves }: Cause): readonly Move[] {
  return legalMoves(position).filter((each) => !moves.some((named) => isSameMove(named, each)))
}

function isMuchLess(without: JudgedMove, judged: JudgedMove): boolean {
  return (
    without.chanceLost <= REMAINING * judged.chanceLost &&
    without.pointsLost <= Math.max(4, REMAINING * judged.pointsLost)
  )
}

function isStillLost(without: JudgedMove, judged: JudgedMove): boolean {
  return without.chanceLost >= SHARED * judged.chanceLost && isClear(without)
}

function reasonOf({ finding, position }: Slip, kind: ReasonKind): Reason {
  const isGood = isMissed(kind)
  const line = (isGood ? finding.line : finding.reply).slice(0, LONGEST_LINE)
  const start = isGood ? position : play(position, finding.move)
  return { kind, point: pointOf(kind, start, line, position.turn) }
}
