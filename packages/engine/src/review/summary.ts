import { type ByColor, byColor, COLORS, type Color } from '@hokito/rules'
import { accuracyOf, isSlip, JUDGEMENTS, type JudgedMove, type Judgement } from './judge.ts'

/** How one side has played. */
export interface SideSummary {
  /** 0 to 100; undefined if the side had no choice in any move. */
  readonly accuracy: number | undefined
  readonly pointsLost: number
  readonly counts: Readonly<Record<Judgement, number>>
}

/** Summarises the play of both sides, over the judged moves. */
export function summarise(moves: readonly JudgedMove[]): ByColor<SideSummary> {
  return byColor((color) => summaryOf(moves, color))
}

/** The slips among some moves. */
export function slipsOf(moves: readonly JudgedMove[]): readonly JudgedMove[] {
  return moves.filter(isSlip)
}

/** The moves of each side that mattered, in the order of the game. */
export function momentsOf(moves: readonly JudgedMove[]): readonly JudgedMove[] {
  return COLORS.flatMap((color) =>
    slipsOrLooseOf(moves.filter(({ mover }) => mover === color)),
  ).sort((a, b) => a.ply - b.ply)
}

// --- internal ---

/** The slips among some moves, or without any the moves that gave points away. */
function slipsOrLooseOf(moves: readonly JudgedMove[]): readonly JudgedMove[] {
  const slips = slipsOf(moves)
  return slips.length > 0 ? slips : moves.filter(({ judgement }) => judgement === 'loose')
}

function summaryOf(moves: readonly JudgedMove[], color: Color): SideSummary {
  const own = moves.filter(({ mover }) => mover === color)
  const chosen = own.filter(({ judgement }) => judgement !== 'forced').map(accuracyOf)
  const count = (judgement: Judgement) => own.filter((move) => move.judgement === judgement).length
  return {
    accuracy: chosen.length === 0 ? undefined : sum(chosen) / chosen.length,
    pointsLost: sum(own.map(({ pointsLost }) => pointsLost)),
    // Every judgement is a key.
    counts: Object.fromEntries(JUDGEMENTS.map((each) => [each, count(each)])) as Record<
      Judgement,
      number
    >,
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
