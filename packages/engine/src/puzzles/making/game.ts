/** The games that puzzles come from: two graders play each other from a random deal. */
import {
  END_RULES,
  legalMoves,
  type Position,
  play,
  type RandomBytes,
  randomDeal,
  randomIndex,
  seededBytes,
  start,
} from '@hokito/rules'
import type { Level } from '../../levels.ts'
import type { Searcher } from '../../searcher.ts'
import { playOfGrader } from './grade.ts'
import { GRADERS } from './graders.ts'

/** The positions of the game with a number, in order; always the same ones. */
export function playGame(searcher: Searcher, seed: number, index: number): readonly Position[] {
  const randomBytes = seededBytes((seed + Math.imul(index, 0x9e3779b1)) >>> 0)
  const endRule = END_RULES[index % END_RULES.length] ?? 'either'
  const players = [graderDrawn(randomBytes), graderDrawn(randomBytes)]
  const positions: Position[] = []
  let position = start(randomDeal('standard', randomBytes), endRule)
  for (let ply = 0; legalMoves(position).length > 0; ply++) {
    positions.push(position)
    const player = players[ply % 2]
    if (player === undefined) throw new Error('a game has two players')
    position = play(position, playOfGrader(searcher, position, player))
  }
  return positions
}

// --- internal ---

/** Stronger graders cost more than all others together. */
const STRONGEST = 8

function graderDrawn(randomBytes: RandomBytes): Level {
  const grader = GRADERS[randomIndex(STRONGEST, randomBytes)]
  if (grader === undefined) throw new Error('there are ten graders')
  return grader
}
