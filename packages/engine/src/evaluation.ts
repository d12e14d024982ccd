/** A proven result for the side to move. */
export const VERDICTS = ['win', 'draw', 'loss'] as const
export type Verdict = (typeof VERDICTS)[number]

/** A search estimate: the final margin expected for the side to move, in points. */
export interface Evaluation {
  readonly kind: 'estimate'
  readonly points: number
}

/** A proved value for the side to move, never mixed up with an estimate. */
export interface Solved {
  readonly kind: 'solved'
  readonly verdict: Verdict
  /** The exact final margin in points; undefined if only the verdict was proved. */
  readonly margin: number | undefined
}

/** The verdict of a margin, or of its sign. */
export function verdictOf(margin: number): Verdict {
  if (margin === 0) return 'draw'
  return margin > 0 ? 'win' : 'loss'
}
