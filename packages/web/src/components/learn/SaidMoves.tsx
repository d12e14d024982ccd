import {
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
  readonly start: Position
  /** What may be played from there, the line that the text is about first. */
  readonly lines: readonly (readonly Move[])[]
}

/** A text in which every move has the colour of the side that makes it. */
export function SaidMoves({ text, start, lines }: SaidMovesProps) {
  const sides = sidesIn(start, lines)
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

// --- internal ---

const MOVE = /\b([a-f][1-6][a-f][1-6])\b/

/** Who makes each move: in the first line that has it, or else before or after a first move. */
function sidesIn(start: Position, lines: readonly (readonly Move[])[]): ReadonlyMap<string, Color> {
  const standing = [start, ...lines.flatMap(([first]) => (first ? [play(start, first)] : []))]
  const threats = standing.flatMap((position) =>
    (['black', 'white'] as const).flatMap((side) =>
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
