import {
  legalMoves,
  movesOf,
  outcome,
  ownerOf,
  type Position,
  play,
  pointsOf,
  randomIndex,
  type Square,
  score,
  seededBytes,
} from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { type Advice, advicesOn, adviseOn, type Turn } from './coach.ts'
import { FIRST_GAME } from './lessons.ts'

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed + 1)

/** Black's turns of a game in which both play at random. */
function turnsOf(seed: number): readonly Turn[] {
  const bytes = seededBytes(seed)
  const turns: Turn[] = [{ position: FIRST_GAME, lastMove: undefined }]
  for (let position = FIRST_GAME; outcome(position) === undefined; ) {
    const moves = legalMoves(position)
    const move = moves[randomIndex(moves.length, bytes)]
    if (move === undefined) throw new Error('a running game has a move')
    position = play(position, move)
    const isOurs = position.turn === 'black' && outcome(position) === undefined
    if (isOurs) turns.push({ position, lastMove: move })
  }
  return turns
}

const landingsOn = (position: Position, square: Square) =>
  legalMoves(position).filter(({ to }) => to === square)

/** Black's lead after a move, and whether White can land where it has landed. */
function after(position: Position, move: { from: Square; to: Square }) {
  const next = play(position, move)
  const { black, white } = score(next)
  return {
    lead: black - white,
    over: outcome(next),
    isCovered: movesOf(next, 'white').some(({ to }) => to === move.to),
  }
}

/** Black's least lead after a move and any reply. */
function leadAfterReply(position: Position, move: { from: Square; to: Square }): number {
  const next = play(position, move)
  const leads = legalMoves(next).map((reply) => {
    const { black, white } = score(play(next, reply))
    return black - white
  })
  return Math.min(...leads)
}

/** Does a piece of advice hold when it is recomputed from the rules? */
function isTrue(advice: Advice, { position, lastMove }: Turn): boolean {
  const { black, white } = score(position)
  const worth = (square: Square) => {
    const stack = position.board[square]
    return stack && { owner: ownerOf(stack), points: pointsOf(stack), pieces: stack.pieces }
  }
  switch (advice.code) {
    case 'begin':
      return lastMove === undefined
    case 'winNow':
      return legalMoves(position).some((move) => after(position, move).over?.winner === 'black')
    case 'ahead':
      return movesOf(position, 'white').length <= 2 && black > white
    case 'mustGoOn':
      return movesOf(position, 'white').length <= 2 && black <= white
    case 'chance':
    case 'chanceBack': {
      const landings = landingsOn(position, advice.square)
      const isSafe = landings.every((move) => {
        const { over, isCovered } = after(position, move)
        const kept = leadAfterReply(position, move) - (black - white)
        return over === undefined && !isCovered && kept > 0
      })
      const target = worth(advice.square)
      return (
        landings.length > 0 &&
        target?.owner === 'white' &&
        target.points === advice.points &&
        isSafe === (advice.code === 'chance')
      )
    }
    case 'threat':
    case 'escape': {
      const target = worth(advice.square)
      const isReached = movesOf(position, 'white').some(({ to }) => to === advice.square)
      const canLeave = legalMoves(position).some((move) => {
        const { over, isCovered } = after(position, move)
        return move.from === advice.square && over === undefined && !isCovered
      })
      return (
        isReached &&
        target?.owner === 'black' &&
        target.points === advice.points &&
        canLeave === (advice.code === 'escape')
      )
    }
    case 'gain':
      return legalMoves(position).some((move) => {
        const { lead, over } = after(position, move)
        const left = Math.min(lead, leadAfterReply(position, move))
        return (
          over === undefined &&
          lead - (black - white) === advice.points &&
          lead - left === advice.back
        )
      })
    case 'covered':
      return (
        lastMove?.to === advice.square &&
        worth(advice.square)?.owner === 'white' &&
        worth(advice.square)?.pieces.some((piece) => piece?.color === 'black') === true
      )
    case 'reach':
      return (
        worth(advice.square)?.owner === 'black' &&
        !movesOf(position, 'white').some(({ to }) => to === advice.square)
      )
    case 'moves':
      return (
        advice.own === legalMoves(position).length &&
        advice.other === movesOf(position, 'white').length
      )
  }
}

describe('the coach of the first game', () => {
  test.each(SEEDS)('says nothing that is not so, seed %i', (seed) => {
    for (const turn of turnsOf(seed)) {
      for (const advice of advicesOn(turn)) {
        expect(isTrue(advice, turn), JSON.stringify(advice)).toBe(true)
      }
    }
  })

  test('has more than one thing to say, and does not repeat what is not urgent', () => {
    const codes = new Set<string>()
    for (const seed of SEEDS) {
      const turns = turnsOf(seed)
      let before: Advice | undefined
      for (const [at, turn] of turns.entries()) {
        const advice = adviseOn(turns.slice(0, at + 1))
        codes.add(advice.code)
        const isQuiet = ['covered', 'gain', 'reach', 'moves'].includes(advice.code)
        const couldSayElse = advicesOn(turn).some(({ code }) => code !== advice.code)
        if (isQuiet && couldSayElse) expect(advice.code).not.toBe(before?.code)
        before = advice
      }
    }
    expect(codes.size).toBeGreaterThanOrEqual(9)
  })
})
