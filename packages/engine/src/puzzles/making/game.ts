/** The games that puzzles come from: two levels play each other from a random deal. */
import {
  END_RULES,
  legalMoves,
  type Position,
  play,
  randomDeal,
  randomIndex,
  seededBytes,
  start,
} from '@hokito/rules'
import type { Searcher } from '../../searcher.ts'
import { playOfLevel } from './grade.ts'

/** The positions of the game with a number, in order; always the same ones. */
export function playGame(searcher: Searcher, seed: number, index: number): readonly Position[] {
  const randomBytes = seededBytes((seed + Math.imul(index, 0x9e3779b1)) >>> 0)
  const endRule = END_RULES[index % END_RULES.length] ?? 'either'
  const levels = [randomIndex(STRONGEST, randomBytes) + 1, randomIndex(STRONGEST, randomBytes) + 1]
  const positions: Position[] = []
  let position = start(randomDeal('standard', randomBytes), endRule)
  for (let ply = 0; legalMoves(position).length > 0; ply++) {
    positions.push(position)
    position = play(position, playOfLevel(searcher, position, levels[ply % 2] ?? 1))
  }
  return positions
}

// --- internal ---

/** Stronger levels cost more than all others together. */
const STRONGEST = 8
