import type { Move } from '@hokito/rules'

/** A line that is played on the board move by move, to show what a bad move leads to. */
export interface PlayedLine {
  readonly moves: readonly Move[]
  /** How many of them stand on the board. */
  readonly step: number
}

/** The moves that stand on the board. */
export function shownIn({ moves, step }: PlayedLine): readonly Move[] {
  return moves.slice(0, step)
}

/** Is there another move to show? */
export function hasMore({ moves, step }: PlayedLine): boolean {
  return step < moves.length
}

/** The line with at least so many moves on the board, as far as it has them. */
export function withStep<Line extends PlayedLine>(line: Line, step: number): Line {
  return { ...line, step: Math.min(Math.max(0, step), line.moves.length) }
}
