/** A proven result for the side to move. */
export type Verdict = 'win' | 'draw' | 'loss'

/** A search estimate: the final margin expected for the side to move, in points. */
export interface Evaluation {
  readonly kind: 'estimate'
  readonly points: number
}

/** A proven value for the side to move, never mixed up with an estimate. */
export interface Solved {
  readonly kind: 'solved'
  readonly verdict: Verdict
  /** The exact final margin in points; undefined when only the verdict was proved. */
  readonly margin: number | undefined
}
