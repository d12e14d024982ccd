import type { Color } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { Thought } from '../models/local/thought.ts'

/**
 * The expectation of the computer, playing `color`, at a move, under the move's number in the list
 * of moves.
 */
export function describeThought(
  t: Translate,
  { ply, margin, isProven }: Thought,
  color: Color,
  firstTurn: Color,
): string {
  const own = color === 'black' ? margin : 0 - margin
  const outlook = own === 0 ? 'draw' : own > 0 ? 'win' : 'loss'
  const certainty = isProven ? 'known' : 'expected'
  return t(`thoughts.${certainty}.${outlook}`, {
    move: moveNumber(ply, firstTurn),
    count: Math.abs(own),
  })
}

// --- internal ---

/** The number of the pair of moves that a ply, counted from 0, belongs to. */
function moveNumber(ply: number, firstTurn: Color): number {
  const plyOfBlackFirst = firstTurn === 'white' ? ply + 1 : ply
  return Math.floor(plyOfBlackFirst / 2) + 1
}
