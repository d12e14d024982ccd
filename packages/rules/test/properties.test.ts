import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededGame } from '../src/debug.ts'
import {
  arrange,
  COLORS,
  DIRECTIONS,
  type Direction,
  END_RULES,
  type EndRule,
  formatMove,
  formatPosition,
  isSingle,
  isStuck,
  legalMoves,
  type Move,
  missOf,
  movesOf,
  occupiedCount,
  outcome,
  type Path,
  type Position,
  parsePosition,
  pathsOf,
  pieceCount,
  play,
  plyOf,
  RANDOM_SETUPS,
  ray,
  reverse,
  SETUPS,
  SQUARES,
  SYMMETRIES,
  score,
  scoreParts,
  start,
  swapColors,
  transformMove,
  transformPosition,
  tryPlay,
  walksFrom,
} from '../src/index.ts'

const GAMES = 40

/** Seeded games of every kind, for each end rule. */
function games(endRule: EndRule) {
  return Array.from({ length: GAMES }, (_, seed) => ({
    seed,
    ...seededGame(seed, endRule, RANDOM_SETUPS[seed % RANDOM_SETUPS.length]),
  }))
}

/** Legal moves found in another way: square by square over a plain grid, without the rays of the library. */
function naiveMoves(position: Position): string[] {
  const steps = [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
  ] as const
  const at = (file: number, rank: number) =>
    file < 0 || file > 5 || rank < 0 || rank > 5 ? undefined : position.board[rank * 6 + file]
  const found = new Set<string>()
  for (let from = 0; from < 36; from++) {
    const moving = position.board[from]
    if (moving === undefined || moving.top.color !== position.turn) continue
    const wander = (file: number, rank: number, left: number, came: number | undefined): void => {
      if (left === 0) {
        const below = at(file, rank)
        if (below !== undefined && (below.height === 1) === (moving.height === 1)) {
          found.add(formatMove({ from, to: rank * 6 + file }))
        }
        return
      }
      for (const [index, [df, dr]] of steps.entries()) {
        if (came !== undefined && (came + 2) % 4 === index) continue
        let f = file + df
        let r = rank + dr
        while (f >= 0 && f <= 5 && r >= 0 && r <= 5 && at(f, r) === undefined) {
          f += df
          r += dr
        }
        if (at(f, r) !== undefined) wander(f, r, left - 1, index)
      }
    }
    wander(from % 6, Math.floor(from / 6), moving.top.value, undefined)
  }
  return [...found].sort()
}

const texts = (moves: readonly Move[]) => moves.map(formatMove).sort()

describe.each(END_RULES)('in random games under %s', (endRule) => {
  test('36 pieces stay, each move empties one square, singles fall by two or not at all', () => {
    for (const { seed, positions } of games(endRule)) {
      const singles = positions.map(({ board }) => board.filter((s) => s && isSingle(s)).length)
      for (const [ply, position] of positions.entries()) {
        expect(pieceCount(position), `seed ${seed}`).toBe(36)
        expect(plyOf(position)).toBe(ply)
        expect(occupiedCount(position)).toBe(36 - ply)
        const fell = ply === 0 ? 0 : (singles[ply - 1] ?? 0) - (singles[ply] ?? 0)
        expect([0, 2]).toContain(fell)
      }
      expect(positions.length - 1).toBeLessThanOrEqual(35)
    }
  })

  test('moves are those of an independent generator', () => {
    for (const { seed, positions } of games(endRule)) {
      for (const position of positions) {
        expect(texts(movesOf(position, position.turn)), `seed ${seed}`).toEqual(
          naiveMoves(position),
        )
      }
    }
  })

  test('the score is the sum of its parts, and of a plain recount', () => {
    for (const { positions } of games(endRule)) {
      for (const position of positions) {
        const parts = scoreParts(position)
        for (const color of COLORS) {
          const recount = position.board.reduce(
            (sum, stack) => sum + (stack?.top.color === color ? stack.top.value * stack.height : 0),
            0,
          )
          expect(score(position)[color]).toBe(recount)
          expect(parts[color].reduce((sum, { points }) => sum + points, 0)).toBe(recount)
        }
      }
    }
  })

  test('a game is over exactly when its end rule says so, and then nothing can be played', () => {
    for (const { positions } of games(endRule)) {
      for (const [ply, position] of positions.entries()) {
        const stuck = COLORS.filter((color) => isStuck(position, color))
        const isOver = endRule === 'either' ? stuck.length > 0 : stuck.includes(position.turn)
        const over = outcome(position)
        expect(over !== undefined).toBe(isOver)
        expect(legalMoves(position).length === 0).toBe(isOver)
        expect(isOver).toBe(ply === positions.length - 1)
        if (over !== undefined) expect(over.stuck).toEqual(stuck)
      }
    }
  })

  test('stacks know all their pieces, bottom to top', () => {
    for (const { positions, moves } of games(endRule)) {
      for (const [ply, move] of moves.entries()) {
        const before = positions[ply]?.board
        const after = positions[ply + 1]?.board[move.to]
        const moving = before?.[move.from]
        const below = before?.[move.to]
        expect(after?.pieces).toEqual([...(below?.pieces ?? []), ...(moving?.pieces ?? [])])
        expect(after?.height).toBe(after?.pieces.length)
        expect(after?.pieces.at(-1)).toBe(after?.top)
      }
    }
  })

  test('a position written and read again has the same moves, score and end', () => {
    for (const { positions } of games(endRule)) {
      for (const position of positions) {
        const read = parsePosition(formatPosition(position), endRule)
        if (!read.ok) throw new Error(read.error.code)
        expect(formatPosition(read.value)).toBe(formatPosition(position))
        expect(legalMoves(read.value)).toEqual(legalMoves(position))
        expect(outcome(read.value)).toEqual(outcome(position))
      }
    }
  })

  test('the eight symmetries and the swap of colours change nothing that matters', () => {
    for (const { positions } of games(endRule).slice(0, 15)) {
      for (const position of positions) {
        const moves = movesOf(position, position.turn)
        for (const symmetry of SYMMETRIES) {
          const turned = transformPosition(position, symmetry)
          const expected = texts(moves.map((move) => transformMove(move, symmetry)))
          expect(texts(movesOf(turned, turned.turn))).toEqual(expected)
          expect(score(turned)).toEqual(score(position))
          expect(outcome(turned)).toEqual(outcome(position))
        }
        const swapped = swapColors(position)
        expect(movesOf(swapped, swapped.turn)).toEqual(moves)
        expect(score(swapped).white).toBe(score(position).black)
        expect(swapColors(swapped)).toEqual(position)
      }
    }
  })

  test('tryPlay takes the legal moves and no others, and changes nothing', () => {
    for (const { positions } of games(endRule).slice(0, 8)) {
      for (const position of positions.filter((_, ply) => ply % 6 === 0)) {
        const before = JSON.stringify(position)
        const legal = new Set(texts(legalMoves(position)))
        for (const from of SQUARES) {
          for (const to of SQUARES) {
            expect(tryPlay(position, { from, to }).ok).toBe(legal.has(formatMove({ from, to })))
          }
        }
        expect(JSON.stringify(position)).toBe(before)
      }
    }
  })

  test('every path makes the full count of hops, skips empties only and never turns back', () => {
    for (const { positions } of games(endRule).slice(0, 10)) {
      for (const position of positions) {
        for (const move of legalMoves(position)) {
          const paths = pathsOf(position, move)
          expect(paths.length).toBeGreaterThan(0)
          for (const path of paths) {
            expect(path.length).toBe(position.board[move.from]?.top.value)
            expect(path[0]?.from).toBe(move.from)
            expect(path.at(-1)?.to).toBe(move.to)
            for (const [index, hop] of path.entries()) {
              expect(hop.skipped.every((square) => position.board[square] === undefined)).toBe(true)
              expect(position.board[hop.to]).toBeDefined()
              const last = path[index - 1]
              if (last !== undefined) {
                expect(hop.from).toBe(last.to)
                expect(hop.direction).not.toBe(reverse(last.direction))
              }
            }
          }
        }
      }
    }
  })
})

test('both sides can move in every initial position', () => {
  for (const endRule of END_RULES) {
    for (const { positions } of games(endRule)) {
      const [first] = positions
      expect(first && COLORS.some((color) => isStuck(first, color))).toBe(false)
    }
  }
})

test('no square, empty or occupied, comes up twice in one move: over all paths there can be', () => {
  // Every start, every row of up to three directions without a reversal, every length of each hop.
  let checked = 0
  const follow = (at: number, hops: readonly Direction[], visited: readonly number[]): void => {
    expect(new Set(visited).size).toBe(visited.length)
    checked++
    if (hops.length === 3) return
    const last = hops.at(-1)
    for (const direction of DIRECTIONS) {
      if (last !== undefined && direction === reverse(last)) continue
      const squares = ray(at, direction)
      for (const [index, to] of squares.entries()) {
        follow(to, [...hops, direction], [...visited, ...squares.slice(0, index + 1)])
      }
    }
  }
  for (const square of SQUARES) follow(square, [], [square])
  // Far more than the starts and first hops alone: the loops above have really run.
  expect(checked).toBeGreaterThan(16_000)
})

describe('refusals name the plainest reason', () => {
  const position = (hfen: string): Position => {
    const parsed = parsePosition(hfen, 'either')
    if (!parsed.ok) throw new Error(parsed.error.code)
    return parsed.value
  }
  const OPEN = position('-----B/-----A/------/--a--B/--A2---/--c--- b')
  test.each([
    ['a square that is none', { from: -1, to: 0 }, 'notASquare'],
    ['a fraction of a square', { from: 0.5, to: 0 }, 'notASquare'],
    ['an empty square', { from: 0, to: 2 }, 'emptySquare'],
    ["the other side's piece", { from: 17, to: 14 }, 'notYours'],
    ['an empty landing', { from: 2, to: 0 }, 'emptyLanding'],
    ['a single onto a stack', { from: 2, to: 8 }, 'wrongKind'],
    ['a landing that the hops do not reach', { from: 14, to: 29 }, 'outOfReach'],
  ] as const)('%s', (_, move, refusal) => {
    expect(tryPlay(OPEN, move)).toEqual({ ok: false, error: refusal })
  })

  test('a game that is over', () => {
    const over = position('------/------/------/------/------/a----B2 b')
    expect(tryPlay(over, { from: 0, to: 5 })).toEqual({ ok: false, error: 'gameOver' })
    expect(() => play(over, { from: 0, to: 5 })).toThrow('gameOver')
  })
})

test('a draw is a draw', () => {
  const parsed = parsePosition('------/------/------/------/------/b----B b', 'either')
  if (!parsed.ok) throw new Error(parsed.error.code)
  const over = [...legalMoves(parsed.value)]
  expect(over).toEqual([])
  expect(outcome(parsed.value)).toMatchObject({ winner: 'draw', score: { black: 2, white: 2 } })
})

test('the start of a deal has its pieces where the deal puts them', () => {
  fc.assert(
    fc.property(fc.nat(17_153_135), fc.nat(17_153_135), (black, white) => {
      const deal = { kind: 'standard', black, white } as const
      const { board, turn } = start(deal, 'either')
      expect(board.map((stack) => stack?.top)).toEqual(arrange(deal))
      expect(turn).toBe('black')
    }),
    { numRuns: 50 },
  )
  expect(SETUPS).toContain('custom')
})

test('a walk from an empty square leads nowhere', () => {
  const parsed = parsePosition('------/------/------/------/------/b----B b', 'either')
  expect(parsed.ok && walksFrom(parsed.value, 10)).toEqual([])
})

describe('a missed landing is explained', () => {
  /** Moves from and to every square, in some positions of seeded games. */
  function* attempts() {
    for (const { positions } of games('either').slice(0, 12)) {
      for (const position of positions.filter((_, ply) => ply % 9 === 4)) {
        for (const from of SQUARES) {
          for (const to of SQUARES) {
            if (from !== to && position.board[from] !== undefined) yield { position, from, to }
          }
        }
      }
    }
  }

  test('just where the piece cannot land', () => {
    for (const { position, from, to } of attempts()) {
      const isPossible = pathsOf(position, { from, to }).length > 0
      expect(missOf(position, { from, to }) === undefined).toBe(isPossible)
    }
  })

  test('with a path that leads there and breaks just the rule that is named', () => {
    const seen = new Set<string>()
    const turnsBack = (path: Path) =>
      path.some(({ direction }, n) => n > 0 && path[n - 1]?.direction === reverse(direction))
    for (const { position, from, to } of attempts()) {
      const miss = missOf(position, { from, to })
      if (miss === undefined) continue
      seen.add(miss.code)
      if (!('path' in miss) || miss.path === undefined) continue
      const value = position.board[from]?.top.value
      expect([miss.path[0]?.from, miss.path.at(-1)?.to]).toEqual([from, to])
      expect(turnsBack(miss.path)).toBe(false)
      expect(miss.path.length === value).toBe(miss.code === 'wrongKind')
      if (miss.code === 'wrongCount' && miss.backward !== undefined) {
        seen.add('backward')
        expect([miss.backward.at(-1)?.to, miss.backward.length]).toEqual([to, value])
        expect(turnsBack(miss.backward)).toBe(true)
      }
    }
    expect([...seen].sort()).toEqual([
      'backward',
      'diagonal',
      'emptyLanding',
      'noWay',
      'wrongCount',
      'wrongKind',
    ])
  })
})
