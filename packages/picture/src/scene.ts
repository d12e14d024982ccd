import { type Color, type Move, type Path, type Position, pathsOf, play } from '@hokito/rules'
import { type PictureLook, PLAIN_LOOK } from './stack.ts'
import type { PictureTheme } from './theme.ts'

/** What a picture of the board shows. */
export interface Scene {
  readonly position: Position
  /** The move that led there. */
  readonly lastMove?: Move | undefined
  /** Its hops. */
  readonly lastPath?: Path | undefined
}

/** How a picture shows it. */
export interface Manner {
  readonly theme: PictureTheme
  /** The side of the table that the board is seen from. */
  readonly orientation: Color
  readonly look: PictureLook
  readonly showCoordinates: boolean
}

/** The light board, seen by Black, with coordinates. */
export const PLAIN_MANNER: Manner = {
  theme: 'light',
  orientation: 'black',
  look: PLAIN_LOOK,
  showCoordinates: true,
}

/** A game as its positions, one more than its moves. */
export interface Walk {
  readonly positions: readonly Position[]
  readonly moves: readonly Move[]
}

/** The positions of a game from its first one and its moves, which must be legal. */
export function walkFrom(start: Position, moves: readonly Move[]): Walk {
  const positions = [start]
  for (const move of moves) positions.push(play(positions.at(-1) ?? start, move))
  return { positions, moves }
}

/** What there is to see after `ply` moves: the position, and how it came about. Undefined where it was never so far. */
export function sceneAt({ positions, moves }: Walk, ply: number): Scene | undefined {
  const position = positions[ply]
  const before = positions[ply - 1]
  const lastMove = moves[ply - 1]
  if (position === undefined) return undefined
  if (before === undefined || lastMove === undefined) return { position }
  const [lastPath] = pathsOf(before, lastMove)
  return { position, lastMove, lastPath }
}

/** A game as its scenes, from the beginning on. */
export function scenesOf(walk: Walk): readonly Scene[] {
  return walk.positions.flatMap((_, ply) => sceneAt(walk, ply) ?? [])
}
