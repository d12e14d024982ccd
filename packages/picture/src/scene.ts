import { type Color, type Move, type Path, type Position, pathsOf, play } from '@hokito/rules'
import { type PictureLook, type PictureTheme, PLAIN_LOOK, type Sets } from './look.ts'

/** The content of a picture: a position and how it came about. */
export interface Scene {
  readonly position: Position
  /** The move that led to the position. */
  readonly lastMove?: Move | undefined
  /** The hops of that move. */
  readonly lastPath?: Path | undefined
}

/** The style of a picture. */
export interface Manner {
  readonly theme: PictureTheme
  /** The board and the pieces; those of the theme if absent. */
  readonly sets?: Sets | undefined
  /** The side from which the board is seen. */
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

/** The positions of a game and its moves. There is one more position than moves. */
export interface Walk {
  readonly positions: readonly Position[]
  readonly moves: readonly Move[]
}

/** The positions of a game, from its first position and its moves, which must be legal. */
export function walkFrom(start: Position, moves: readonly Move[]): Walk {
  const positions = [start]
  for (const move of moves) positions.push(play(positions.at(-1) ?? start, move))
  return { positions, moves }
}

/**
 * The scene after `ply` moves: the position, and how it came about. Undefined if the game was
 * shorter.
 */
export function sceneAt({ positions, moves }: Walk, ply: number): Scene | undefined {
  const position = positions[ply]
  const before = positions[ply - 1]
  const lastMove = moves[ply - 1]
  if (position === undefined) return undefined
  if (before === undefined || lastMove === undefined) return { position }
  const [lastPath] = pathsOf(before, lastMove)
  return { position, lastMove, lastPath }
}

/** The scenes of a game, from the beginning. */
export function scenesOf(walk: Walk): readonly Scene[] {
  return walk.positions.flatMap((_, ply) => sceneAt(walk, ply) ?? [])
}
