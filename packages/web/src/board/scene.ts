import { type Color, legalMoves, type Position, type Square } from '@hokito/rules'

/** Whose pieces a person may move: one side's, or nobody's. */
export type Movable = Color | 'none'

/** What is on the board and who may move it; made by {@link sceneOf}. */
export interface BoardScene {
  readonly position: Position
  readonly orientation: Color
  /** Where each piece that can be chosen can land. */
  readonly targets: ReadonlyMap<Square, readonly Square[]>
}

/** Works out once what can be chosen, as asking square by square would be slow. */
export function sceneOf(position: Position, movable: Movable, orientation: Color): BoardScene {
  const targets = new Map<Square, Square[]>()
  const moves = position.turn === movable ? legalMoves(position) : []
  for (const { from, to } of moves) targets.set(from, [...(targets.get(from) ?? []), to])
  return { position, orientation, targets }
}

/** Can the person choose what stands here? */
export function canChoose({ targets }: BoardScene, square: Square): boolean {
  return targets.has(square)
}
