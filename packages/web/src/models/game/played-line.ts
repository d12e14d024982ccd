import { type Move, type Position, play } from '@hokito/rules'

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

/** The last move on the board, if any, with the positions before and after it. */
export interface Standing {
  readonly before: Position
  readonly last: Move | undefined
  readonly position: Position
}

/** What stands on the board when a line is played from this position. */
export function standingAfter(start: Position, line: PlayedLine): Standing {
  const shown = shownIn(line)
  const last = shown.at(-1)
  const before = shown.slice(0, -1).reduce((at, each) => play(at, each), start)
  return { before, last, position: last === undefined ? start : play(before, last) }
}

/** Is there another move to show? */
export function hasMore({ moves, step }: PlayedLine): boolean {
  return step < moves.length
}

/** The line with at least so many moves on the board, as far as it has them. */
export function withStep<Line extends PlayedLine>(line: Line, step: number): Line {
  return { ...line, step: Math.min(Math.max(0, step), line.moves.length) }
}
