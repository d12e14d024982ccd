import { legalMoves, outcome, type Position, play, score, swapColors } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startEngine } from '../dist/node.js'
import {
  createReviewer,
  type Finding,
  judge,
  type LookSettings,
  type ReviewedGame,
} from '../dist/review/index.js'

const engine = startEngine()
afterAll(() => engine.close())
beforeEach(() => engine.newGame())

/** Shallow, but with all the time that it takes, so that the result is always the same. */
const SETTINGS: LookSettings = { depth: 4, searchMs: 600_000, proofMs: 600_000 }

/** The end of a random game, from so many moves on. */
function endOf(seed: number, from: number, endRule: 'either' | 'onTurn' = 'either'): ReviewedGame {
  const { positions, moves } = seededGame(seed, endRule)
  return { positions: positions.slice(from), moves: moves.slice(from) }
}

async function reviewOf(game: ReviewedGame, more: object = {}): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  await createReviewer(engine, SETTINGS).review(game, {
    onFinding: (finding) => findings.unshift(finding),
    ...more,
  })
  return findings
}

/** The final margin for the side to move under best play, by trying everything. */
function bestMargin(position: Position): number {
  if (outcome(position) !== undefined) {
    const { black, white } = score(position)
    return position.turn === 'black' ? black - white : white - black
  }
  return Math.max(...legalMoves(position).map((move) => -bestMargin(play(position, move))))
}

describe('a review', () => {
  test.each(['either', 'onTurn'] as const)(
    'of an endgame is what trying everything comes to, under %s',
    async (endRule) => {
      for (const seed of [3, 4, 5]) {
        const game = endOf(seed, 26, endRule)
        for (const [index, finding] of (await reviewOf(game)).entries()) {
          const position = game.positions[index]
          const after = game.positions[index + 1]
          if (position === undefined || after === undefined) throw new Error('it has positions')
          const best = bestMargin(position)
          expect(finding.best).toEqual({ margin: best + 0, certainty: 'exact' })
          expect(finding.played.margin).toBe(0 - bestMargin(after))
          const [wanted] = finding.line
          expect(wanted && 0 - bestMargin(play(position, wanted))).toBe(best + 0)
        }
      }
    },
  )

  test('names an only move where every other one gives the result away', async () => {
    const game = endOf(8, 24)
    for (const [index, finding] of (await reviewOf(game)).entries()) {
      const position = game.positions[index]
      if (position === undefined) throw new Error('it has positions')
      const results = legalMoves(position).map((move) =>
        Math.sign(-bestMargin(play(position, move))),
      )
      const most = Math.max(...results)
      const isOnly = results.length > 1 && results.filter((each) => each === most).length === 1
      const { judgement, chanceLost } = judge(finding)
      if (most >= 0 && chanceLost === 0) expect(judgement === 'only').toBe(isOnly)
    }
  })

  test('judges the whole of a game, the last move first, and never finds a move better than the best', async () => {
    const game = endOf(11, 0)
    const plies: number[] = []
    const findings: Finding[] = []
    const isWhole = await createReviewer(engine, { ...SETTINGS, depth: 3, proofMs: 50 }).review(
      game,
      {
        onFinding: (finding) => {
          plies.push(finding.ply)
          findings.push(finding)
        },
      },
    )
    expect(isWhole).toBe(true)
    expect(plies).toEqual(game.moves.map((_, index) => game.moves.length - 1 - index))
    for (const finding of findings) {
      expect(legalMoves(game.positions[finding.ply] as Position)).toContainEqual(finding.line[0])
      expect(judge(finding).chanceLost).toBeGreaterThanOrEqual(0)
    }
  })

  test('is the same with the colours swapped', async () => {
    const game = endOf(5, 22)
    const swapped = {
      positions: game.positions.map((position) => swapColors(position)),
      moves: game.moves,
    }
    const [one, other] = [await reviewOf(game), await reviewOf(swapped)]
    const figures = (findings: readonly Finding[]) =>
      findings.map(judge).map(({ judgement, pointsLost, best, played }) => ({
        judgement,
        pointsLost,
        best,
        played,
      }))
    expect(figures(other)).toEqual(figures(one))
  })

  test('that was stopped goes on with what is known', async () => {
    const game = endOf(4, 20)
    const whole = await reviewOf(game)
    const stopped = new AbortController()
    const some: Finding[] = []
    const isWhole = await createReviewer(engine, SETTINGS).review(game, {
      signal: stopped.signal,
      onFinding: (finding) => {
        some.push(finding)
        if (some.length === 4) stopped.abort()
      },
    })
    expect(isWhole).toBe(false)
    expect(some).toHaveLength(4)
    const known = new Map(some.map((finding) => [finding.ply, finding]))
    const rest = await reviewOf(game, { known })
    expect([...rest, ...[...some].reverse()].map((f) => judge(f).judgement)).toEqual(
      whole.map((f) => judge(f).judgement),
    )
  })
})

describe('an answer', () => {
  test('is judged like a move of the game', async () => {
    const game = endOf(3, 24)
    const findings = await reviewOf(game)
    const reviewer = createReviewer(engine, SETTINGS)
    for (const [index, finding] of findings.entries()) {
      const position = game.positions[index]
      if (position === undefined) throw new Error('it has positions')
      for (const move of legalMoves(position)) {
        const judged = await reviewer.judgeAnswer(position, move, finding)
        expect(judged?.pointsLost).toBe(bestMargin(position) + bestMargin(play(position, move)))
      }
    }
  })
})
