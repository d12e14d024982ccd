import {
  COLORS,
  type Color,
  formatMove,
  type Move,
  movesOf,
  opposite,
  type Position,
  play,
} from '@hokito/rules'

interface SaidMovesProps {
  readonly text: string
  /** Who makes each move, by {@link sidesIn}. */
  readonly sides: ReadonlyMap<string, Color>
}

/** A text in which every move has the colour of the side that makes it. */
export function SaidMoves({ text, sides }: SaidMovesProps) {
  return text.split(MOVE).map((part) => {
    const side = sides.get(part)
    return side === undefined ? (
      part
    ) : (
      <b key={part} class={`said-move said-${side}`}>
        {part}
      </b>
    )
  })
}

/**
 * Who makes each move that a text may name, by its notation: in the first of these lines that has it,
 * or else before or after their first moves.
 */
export function sidesIn(
  start: Position,
  lines: readonly (readonly Move[])[],
): ReadonlyMap<string, Color> {
  const standing = [start, ...lines.flatMap(([first]) => (first ? [play(start, first)] : []))]
  const threats = standing.flatMap((position) =>
    COLORS.flatMap((side) =>
      movesOf(position, side).map((move) => [formatMove(move), side] as const),
    ),
  )
  const played = lines.toReversed().flatMap((line) =>
    line.map((move, at) => {
      const side = at % 2 === 0 ? start.turn : opposite(start.turn)
      return [formatMove(move), side] as const
    }),
  )
  return new Map([...threats, ...played])
}

// --- internal ---

const MOVE = /\b([a-f][1-6][a-f][1-6])\b/
