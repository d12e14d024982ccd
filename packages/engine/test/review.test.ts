import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  type EndRule,
  legalMoves,
  outcome,
  type Position,
  parseMove,
  parsePosition,
  play,
  score,
  swapColors,
} from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createEngine } from '../dist/host.js'
import type { Engine } from '../dist/index.js'
import { startEngine } from '../dist/node.js'
import {
  createReviewer,
  type Finding,
  isMissed,
  isSlip,
  judge,
  type LookSettings,
  REVIEW_SETTINGS,
  REVIEW_VERSION,
  type ReasonKind,
  type ReviewedGame,
} from '../dist/review/index.js'
import { createWorker } from '../dist/worker.js'

const engine = startEngine()
afterAll(() => engine.close())

/** Shallow, but with all the positions that it takes. */
const SETTINGS: LookSettings = { depth: 4, searchNodes: 1e9, proofNodes: 1e12 }

/** The end of a random game, from so many moves on. */
function endOf(seed: number, from: number, endRule: 'either' | 'onTurn' = 'either'): ReviewedGame {
  const { positions, moves } = seededGame(seed, endRule)
  return { positions: positions.slice(from), moves: moves.slice(from) }
}

async function reviewOf(
  game: ReviewedGame,
  more: object = {},
  { by = engine, settings = SETTINGS } = {},
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  await createReviewer(by, settings).review(game, {
    onFinding: (finding) => findings.unshift(finding),
    ...more,
  })
  return findings
}

/** An engine that works in this thread, as slowly as everything else in it. */
function startHere(): Engine {
  return createEngine({
    canShare: false,
    loadModule: async () =>
      WebAssembly.compile(await readFile(new URL('../dist/hot/hokito.wasm', import.meta.url))),
    spawn: (settings, onResponse) => {
      const answer = createWorker(settings, onResponse)
      return { post: (request) => void setTimeout(() => answer(request), 5), terminate: () => {} }
    },
  })
}

function positionAt({ positions }: ReviewedGame, ply: number): Position {
  const position = positions[ply]
  if (position === undefined) throw new Error('the game is too short')
  return position
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
    let compared = 0
    for (const [index, finding] of (await reviewOf(game)).entries()) {
      const position = game.positions[index]
      if (position === undefined) throw new Error('it has positions')
      const results = legalMoves(position).map((move) =>
        Math.sign(-bestMargin(play(position, move))),
      )
      const most = Math.max(...results)
      const isOnly = results.length > 1 && results.filter((each) => each === most).length === 1
      const { judgement, chanceLost } = judge(finding)
      if (most < 0 || chanceLost > 0) continue
      expect(judgement === 'only').toBe(isOnly)
      compared++
    }
    expect(compared).toBeGreaterThan(0)
  })

  test('judges the whole of a game, the last move first, and never finds a move better than the best', async () => {
    const game = endOf(11, 0)
    const plies: number[] = []
    const findings: Finding[] = []
    const isWhole = await createReviewer(engine, {
      depth: 3,
      searchNodes: 10_000,
      proofNodes: 100_000,
    }).review(game, {
      onFinding: (finding) => {
        plies.push(finding.ply)
        findings.push(finding)
      },
    })
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
    expect([...rest, ...[...some].reverse()]).toEqual(whole)
  })

  test('is the same on a machine whose clock runs four times as fast, and after other work', async () => {
    // So few positions that searches and proofs are cut short.
    const settings = { depth: 6, searchNodes: 6_000, proofNodes: 60_000 }
    const game = endOf(7, 8)
    const whole = await reviewOf(game, {}, { settings })
    const { now } = performance
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => 4 * now.call(performance))
    const here = startHere()
    try {
      expect(await reviewOf(game, {}, { settings, by: here })).toEqual(whole)
    } finally {
      clock.mockRestore()
      await here.close()
    }
    await engine.search(positionAt(game, 0), { depth: 7 })
    const reviewer = createReviewer(engine, settings)
    const answers: Promise<unknown>[] = []
    const findings: Finding[] = []
    await reviewer.review(game, {
      onFinding: (finding) => {
        findings.unshift(finding)
        const position = positionAt(game, finding.ply)
        const [answer] = legalMoves(position)
        if (answer !== undefined) answers.push(reviewer.judgeAnswer(position, answer, finding))
      },
    })
    expect(findings).toEqual(whole)
    await Promise.all(answers)
    const known = new Map(whole.filter(({ ply }) => ply % 3 !== 0).map((each) => [each.ply, each]))
    const rest = await reviewOf(game, { known }, { settings })
    expect(rest).toEqual(whole.filter(({ ply }) => ply % 3 === 0))
  })

  test(`of version ${REVIEW_VERSION} finds this; what changes it makes another version`, async () => {
    const { positions, moves } = endOf(9, 12)
    const game = { positions: positions.slice(0, 5), moves: moves.slice(0, 4) }
    const findings = await reviewOf(game, {}, { settings: REVIEW_SETTINGS })
    const hash = createHash('sha256').update(JSON.stringify(findings)).digest('hex').slice(0, 16)
    expect({ version: REVIEW_VERSION, hash }).toEqual({ version: 7, hash: '5c1f3923382a6d60' })
  })
})

/** Endgames with a slip and its reason. */
const REASONS_FOUND: readonly (readonly [ReasonKind, string, EndRule, string])[] = [
  ['covered', 'B8-A2--c16/------/----C-/a2--B4--/a----a2/------ b', 'either', 'a3d3'],
  ['ended', '-A--A-/---A--/c12-B6--A/------/--b10-b4-/------ b', 'onTurn', 'a4e2'],
  ['couldCover', 'B8-A2--c16/B2-----/----C-/a2--c2--/a----a2/------ w', 'either', 'a5d3'],
  ['couldEnd', '---A-B2/-A----/------/----c-/---C8--/b22----c w', 'onTurn', 'f6d2'],
  ['couldCoverOwn', 'BC4-b12A-/-----A/-c4---C6/--a4--b/------/a2----- b', 'onTurn', 'f3f5'],
  ['couldEscape', '--A6c2--/-A2----/c6---B2A/c2-----/-a2---a/B10---bc b', 'onTurn', 'e1f4'],
  ['endedTooSoon', 'A4---B-/--A2---/---c12--/------/---B4--/a--b2-C10 b', 'either', 'd1d4'],
  ['couldGive', '-A---B/------/---C8--/-b12--C6-/------/-C2-b6-- w', 'onTurn', 'd4b3'],
  ['ones', 'B10--b4-A2/---B-B/-A2--b4-/---b2--/a--cC4a2/--a--c b', 'either', 'a2d2'],
  ['threes', 'A4---BB2/--A2--C4/---b10C2-/b--C2--/---b-c2/a-baac b', 'either', 'c1d2'],
  ['greedy', '---AB6-/Ab2--c8-/-----A/--bbC10-/a2---a-/-----a2 b', 'either', 'e5a2'],
]

describe('the reason for a slip', () => {
  test.each(REASONS_FOUND)('is %s in %s (%s) for %s', async (kind, hfen, endRule, text) => {
    const [slip] = await reviewOf(slipOf(hfen, endRule, text), {}, { settings: REVIEW_SETTINGS })
    expect(slip?.reason?.kind).toBe(kind)
  })

  test('names a square without which the move would have won, too', async () => {
    const game = slipOf('---A2B-/----a6a2/A--B8--/---C2--/--aa--/---a12-- b', 'onTurn', 'c2d2')
    const [found] = await reviewOf(game, {}, { settings: REVIEW_SETTINGS })
    expect(found?.best.margin).toBeGreaterThan(0)
    const after = positionAt(game, 1)
    const square = found?.reply[0]?.to
    const others = legalMoves(after).filter(({ to }) => to !== square)
    const results = await Promise.all(others.map((move) => engine.solve(play(after, move))))
    expect(results.map(({ solved }) => solved?.verdict)).not.toContain('loss')
  })

  test('is not given for a move that is no slip, and its line is long enough to show it', async () => {
    for (const seed of [2, 5, 8]) {
      for (const finding of await reviewOf(endOf(seed, 16))) {
        const { reason, line, reply } = finding
        if (!isSlip(judge(finding))) expect(reason).toBeUndefined()
        if (reason === undefined) continue
        const shown = isMissed(reason.kind) ? line : reply
        expect(reason.point).toBeLessThanOrEqual(shown.length)
      }
    }
  })
})

function slipOf(hfen: string, endRule: EndRule, text: string): ReviewedGame {
  const position = parsePosition(hfen, endRule)
  const move = parseMove(text)
  if (!position.ok || !move.ok) throw new Error('the slip of this test cannot be read')
  return { positions: [position.value, play(position.value, move.value)], moves: [move.value] }
}

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
