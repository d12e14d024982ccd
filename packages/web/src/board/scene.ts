import { type Color, legalMoves, type Position, type Square } from '@hokito/rules'

/** Whose pieces a player may move: one side's, or none. */
export type Movable = Color | 'none'

/** The position on the board and who may move; made by {@link sceneOf}. */
export interface BoardScene {
  readonly position: Position
  readonly orientation: Color
  /** For each piece that can be chosen, its landings. */
  readonly targets: ReadonlyMap<Square, readonly Square[]>
}

/** Computes once which pieces can be chosen, because asking square by square would be slow. */
export function sceneOf(position: Position, movable: Movable, orientation: Color): BoardScene {
  const targets = new Map<Square, Square[]>()
  const moves = position.turn === movable ? legalMoves(position) : []
  for (const { from, to } of moves) targets.set(from, [...(targets.get(from) ?? []), to])
  return { position, orientation, targets }
}

/** Can the player choose the stack here? */
export function canChoose({ targets }: BoardScene, square: Square): boolean {
  return targets.has(square)
}
