import {
  FAIR_COMPENSATION,
  legalMoves,
  type Move,
  opposite,
  outcome,
  ownerOf,
  type Position,
  play,
  randomDeal,
  score,
  seededBytes,
  start,
} from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { LEVEL_RATINGS, LEVELS } from '../src/levels.ts'
import { packPosition, unpackMove } from '../src/pack.ts'
import { Searcher, type Watch } from '../src/searcher.ts'
import { parts } from './parts.ts'

type Player = (position: Position) => Move

/** Levels stop by nodes and depth alone. */
const UNHURRIED: Watch = { isStopped: () => false, now: () => 0, generation: 1 }
const searcher = new Searcher(parts(8))

function level(number: number): Player {
  return (position) => {
    searcher.newGame()
    const limits = { level: number }
    const { move } = searcher.search(packPosition(position), limits, UNHURRIED, () => undefined)
    return unpackMove(move)
  }
}

/** Always takes the most points at once. */
function greed(position: Position): Move {
  const lead = (move: Move) => {
    const points = score(play(position, move))
    return points[position.turn] - points[opposite(position.turn)]
  }
  const [first, ...others] = legalMoves(position)
  if (first === undefined) throw new Error('the game is over')
  return others.reduce((best, move) => (lead(move) > lead(best) ? move : best), first)
}

/** The moves of a game with their positions, and Black's score. */
function game(black: Player, white: Player, seed: number) {
  const endRule = seed % 4 < 2 ? 'either' : 'onTurn'
  let position = start(randomDeal('standard', seededBytes(seed >> 1)), endRule, FAIR_COMPENSATION)
  const played: { readonly position: Position; readonly move: Move }[] = []
  for (;;) {
    const end = outcome(position)
    if (end !== undefined) return { played, isBlackWinner: end.winner === 'black' }
    const move = (position.turn === 'black' ? black : white)(position)
    played.push({ position, move })
    position = play(position, move)
  }
}

/** The share of games that one player wins, each deal with both colours. */
function share(one: Player, other: Player, games: number): number {
  const won = Array.from({ length: games }, (_, seed) =>
    seed % 2 === 0 ? game(one, other, seed).isBlackWinner : !game(other, one, seed).isBlackWinner,
  )
  return won.filter(Boolean).length / games
}

/** The share of the first sixteen plies in which a level covers an own piece. */
function ownCovers(number: number): number {
  const early = Array.from({ length: 20 }, (_, seed) =>
    game(level(number), level(number), seed).played.slice(0, 16),
  ).flat()
  const own = early.filter(({ position, move }) => {
    const under = position.board[move.to]
    return under !== undefined && ownerOf(under) === position.turn
  })
  return own.length / early.length
}

describe('levels', () => {
  test('begin below a player who only takes the most points at once', () => {
    expect(share(greed, level(1), 60)).toBeGreaterThanOrEqual(0.75)
  })

  test.each([2, 3, 4, 5, 6])('are stronger than the one below: %i', (number) => {
    expect(share(level(number), level(number - 1), 40)).toBeGreaterThan(0.5)
  })

  test('cover their own pieces too early where they are weak, as beginners do', () => {
    const [weak, middle] = [ownCovers(1), ownCovers(6)]
    expect(weak).toBeGreaterThan(middle + 0.1)
    expect(middle).toBeLessThan(0.2)
  })

  test('have ratings that grow', () => {
    const ratings = LEVELS.map((_, index) => Object.values(LEVEL_RATINGS)[index] ?? 0)
    expect(ratings).toEqual(ratings.toSorted((one, other) => one - other))
  })
})
