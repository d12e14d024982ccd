import { type RandomSetup, randomDeal } from './deal.ts'
import { legalMoves, play } from './play.ts'
import { type Position, start } from './position.ts'
import { type RandomBytes, randomIndex, seededBytes } from './random.ts'
import type { EndRule, Move } from './types.ts'

/** A game of uniformly random moves. There is one more position than moves. */
export interface RandomGame {
  readonly positions: readonly Position[]
  readonly moves: readonly Move[]
}

/** Plays uniformly random moves from a position until the game is over or `plies` are played. */
export function randomPlay(
  from: Position,
  randomBytes: RandomBytes,
  plies = Number.POSITIVE_INFINITY,
): RandomGame {
  const positions = [from]
  const moves: Move[] = []
  let position = from
  while (moves.length < plies) {
    const legal = legalMoves(position)
    const move = legal.length === 0 ? undefined : legal[randomIndex(legal.length, randomBytes)]
    if (move === undefined) break
    position = play(position, move)
    moves.push(move)
    positions.push(position)
  }
  return { positions, moves }
}

/** A whole random game from a random deal; the same seed always gives the same game. */
export function seededGame(
  seed: number,
  endRule: EndRule,
  kind: RandomSetup = 'standard',
): RandomGame {
  const randomBytes = seededBytes(seed)
  return randomPlay(start(randomDeal(kind, randomBytes), endRule), randomBytes)
}
