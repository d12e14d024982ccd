import { drawBoard } from '@hokito/picture'
import type { Color, Position } from '@hokito/rules'
import { useContext, useMemo } from 'preact/hooks'
import { PieceLookContext } from '../../board/index.ts'
import { mannerNow } from '../../models/game/picture.ts'
import { examplePosition } from '../../models/replay/example-game.ts'
import { useServices } from '../../services.ts'

interface PaintedBoardProps {
  readonly position: Position
  /** In pixels, for fine screens about twice the width on the page. */
  readonly size: number
  /** The side at the bottom; Black if absent. */
  readonly orientation?: Color
  /** Empty if the words beside it say it all. */
  readonly alt: string
}

/** A board as one picture, much lighter than a board that can be touched. */
export function PaintedBoard({ position, size, orientation = 'black', alt }: PaintedBoardProps) {
  const look = useContext(PieceLookContext)
  const { theme, board, pieces } = useServices().settings.settings.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page has the colours of its theme and sets.
  const source = useMemo(() => {
    const manner = { ...mannerNow({ orientation, look }), showCoordinates: false }
    return `data:image/svg+xml,${encodeURIComponent(drawBoard({ position }, size, manner))}`
  }, [position, size, orientation, look, theme, board, pieces])
  return <img class="painted-board" src={source} alt={alt} />
}

/** What the example game had reached after some plies. */
export function PaintedExample({ ply }: { readonly ply: number }) {
  return (
    <PaintedBoard
      position={useMemo(() => examplePosition(ply), [ply])}
      size={EXAMPLE_SIZE}
      alt=""
    />
  )
}

// --- internal ---

const EXAMPLE_SIZE = 800
