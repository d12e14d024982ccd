import { readFileSync } from 'node:fs'
import {
  COLORS,
  END_RULES,
  type EndRule,
  formatMove,
  formatPosition,
  hiddenStack,
  legalMoves,
  type Move,
  outcome,
  type Position,
  parsePosition,
  play,
  type RandomBytes,
  randomIndex,
  type Stack,
  score,
  seededBytes,
  VALUES,
} from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { describe, expect, test } from 'vitest'
import { LEVELS } from '../src/levels.ts'
import { packPosition, unpackMove } from '../src/pack.ts'
import type { PackedInfo } from '../src/packed.ts'
import type { Watch } from '../src/searcher.ts'
import { packMove, startSearcher } from './parts.ts'

const FREE: Watch = { isStopped: () => false, now: () => performance.now(), generation: 1 }
const quiet = () => undefined

function fixture<T>(name: string): readonly T[] {
  return JSON.parse(
    readFileSync(new URL(`../../../fixtures/${name}.json`, import.meta.url), 'utf8'),
  )
}

function positionFrom(hfen: string, endRule: EndRule): Position {
  const parsed = parsePosition(hfen, endRule)
  if (!parsed.ok) throw new Error(`${hfen}: ${parsed.error.code}`)
  return parsed.value
}

/** The margin under best play, found by trying everything. */
function minimax(position: Position): number {
  if (outcome(position) !== undefined) {
    const points = score(position)
    const margin = points.black - points.white
    return position.turn === 'black' ? margin : -margin
  }
  return Math.max(...legalMoves(position).map((move) => -minimax(play(position, move))))
}

/** The move that leaves its side the most points. */
function greediest(position: Position): Move {
  const { turn } = position
  const marginAfter = (move: Move) => {
    const points = score(play(position, move))
    return turn === 'black' ? points.black - points.white : points.white - points.black
  }
  return legalMoves(position).reduce((a, b) => (marginAfter(b) > marginAfter(a) ? b : a))
}

/** Three to seven singles and stacks at random on the board. */
function smallPosition(endRule: EndRule, randomBytes: RandomBytes): Position {
  const board = new Array<Stack | undefined>(36).fill(undefined)
  const count = 3 + randomIndex(5, randomBytes)
  for (let i = 0; i < count; i++) {
    const color = COLORS[randomIndex(2, randomBytes)] ?? 'black'
    const value = VALUES[randomIndex(3, randomBytes)] ?? 1
    const height = Math.max(1, randomIndex(5, randomBytes))
    board[randomIndex(36, randomBytes)] = hiddenStack({ color, value }, height)
  }
  return { board, turn: 'black', endRule, compensation: 0 }
}

describe('proofs', () => {
  const searcher = startSearcher(64)

  test.each(fixture<{ hfen: string; endRule: EndRule; margin: number }>('solve'))(
    '$hfen under $endRule is $margin',
    ({ hfen, endRule, margin }) => {
      const proof = searcher.solve(packPosition(positionFrom(hfen, endRule)), FREE, quiet)
      expect(proof.margin).toBe(margin)
    },
  )

  interface Endgame {
    occupied: number
    hfen: string
    endRule: EndRule
    verdict: string
  }
  const quick = fixture<Endgame>('endgames').filter(({ occupied }) => occupied <= LARGEST_PROVED)
  test.each(quick)('$hfen under $endRule is a $verdict', ({ hfen, endRule, verdict }) => {
    const proof = searcher.solve(packPosition(positionFrom(hfen, endRule)), FREE, quiet, {
      goal: 'verdict',
    })
    expect(['loss', 'draw', 'win'][Math.sign(proof.verdict ?? Number.NaN) + 1]).toBe(verdict)
  })

  test.each(END_RULES)('equal trying everything in 1,000 small positions under %s', (endRule) => {
    const randomBytes = seededBytes(endRule.length)
    for (let n = 0; n < 1000; n++) {
      const position = smallPosition(endRule, randomBytes)
      const proof = searcher.solve(packPosition(position), FREE, quiet)
      expect(proof.margin, formatPosition(position)).toBe(minimax(position))
    }
  })

  test('the moves of a proof lead to its margin', () => {
    for (let seed = 0; seed < 40; seed++) {
      const position = seededGame(seed, 'either').positions.at(-9)
      if (position === undefined) continue
      const proof = searcher.solve(packPosition(position), FREE, quiet)
      let end = position
      for (const move of proof.moves) end = play(end, unpackMove(move))
      const points = score(end)
      const margin = points.black - points.white
      expect(outcome(end)).toBeDefined()
      expect(position.turn === 'black' ? margin : 0 - margin, `seed ${seed}`).toBe(proof.margin)
    }
  })
})

describe('search', () => {
  test('never contradicts a proof, and plays the winning move of a won endgame', () => {
    const searcher = startSearcher(16)
    for (let seed = 100; seed < 140; seed++) {
      const position = seededGame(seed, 'onTurn').positions.at(-8)
      if (position === undefined) continue
      const packed = packPosition(position)
      const { margin = 0 } = searcher.solve(packed, FREE, quiet)
      const { move, info } = searcher.search(packed, { depth: 36 }, FREE, quiet)
      const [line] = info?.lines ?? []
      if (line?.kind === 'solved') expect(line.value).toBe(Math.sign(margin))
      if (margin > 0) {
        const after = play(position, unpackMove(move))
        const reply = searcher.solve(packPosition(after), FREE, quiet)
        expect(reply.margin, `seed ${seed}`).toBeLessThan(0)
      }
    }
  })

  test('saves lost endgames from players who always take the most points', () => {
    const searcher = startSearcher(16)
    let lost = 0
    let saved = 0
    for (let seed = 200; seed < 240; seed++) {
      let position = seededGame(seed, 'onTurn').positions.at(-11)
      if (position === undefined) continue
      const { turn } = position
      const { margin = 0 } = searcher.solve(packPosition(position), FREE, quiet)
      if (margin >= 0) continue
      lost++
      while (outcome(position) === undefined) {
        const { move } =
          position.turn === turn
            ? searcher.search(packPosition(position), { nodes: 200_000 }, FREE, quiet)
            : { move: packMove(greediest(position)) }
        position = play(position, unpackMove(move))
      }
      const { black, white } = score(position)
      if ((turn === 'black' ? black - white : white - black) >= 0) saved++
    }
    expect(lost).toBeGreaterThan(10)
    expect(saved / lost).toBeGreaterThan(0.8)
  })

  test('visits the same nodes every time: change this number only with the search', () => {
    const searcher = startSearcher(16)
    let nodes = 0
    for (const seed of [1, 2, 3]) {
      for (const ply of [0, 8, 16]) {
        const position = seededGame(seed, 'either').positions[ply]
        if (position === undefined) throw new Error(`seed ${seed} is too short`)
        searcher.newGame()
        nodes += searcher.search(packPosition(position), { depth: 5 }, FREE, quiet).info?.nodes ?? 0
      }
    }
    expect(nodes).toBe(SIGNATURE)
  })

  test('tells several lines apart, best first, each with another move', () => {
    const searcher = startSearcher(16)
    const position = seededGame(4, 'either').positions[6]
    if (position === undefined) throw new Error('the game is too short')
    const { info } = searcher.search(packPosition(position), { depth: 4, lines: 5 }, FREE, quiet)
    const lines = info?.lines ?? []
    expect(new Set(lines.map(({ moves }) => moves[0])).size).toBe(5)
    const values = lines.map(({ value }) => value)
    expect(values).toEqual([...values].sort((a, b) => b - a))
  })

  test('plays the first move of the line that it reported last, however it is stopped', () => {
    const searcher = startSearcher(4)
    const randomBytes = seededBytes(4)
    const random = (below: number) => randomIndex(below, randomBytes)
    for (let round = 0; round < 300; round++) {
      const { positions } = seededGame(round % 40, END_RULES[round % 2] ?? 'either')
      const position = positions[random(positions.length - 1)]
      if (position === undefined) throw new Error('a game has a first position')
      // The clock goes on by itself, so that the search is cut at the same place every time.
      let now = 0
      const watch: Watch = { ...FREE, now: () => ++now }
      const limits = [
        { nodes: 1 + random(20_000) },
        { timeMs: 1 + random(100) },
        { timeMs: 1 + random(100), lines: 3 },
        { level: 1 + random(10), nodes: 1 + random(5000) },
      ][round % 4]
      const told: PackedInfo[] = []
      const onInfo = (info: PackedInfo) => told.push(info)
      const { move, info } = searcher.search(packPosition(position), limits ?? {}, watch, onInfo)
      const about = `round ${round}: ${formatPosition(position)}`
      expect(told.at(-1)?.lines[0]?.moves[0], about).toBe(move)
      expect(told.at(-1), about).toBe(info)
      expect(legalMoves(position).map(packMove), about).toContain(move)
    }
  })

  test('analysis keeps to best play where a game is lost', () => {
    const searcher = startSearcher(16)
    let lost = 0
    for (let seed = 200; seed < 230; seed++) {
      const position = seededGame(seed, 'onTurn').positions.at(-11)
      if (position === undefined) continue
      const packed = packPosition(position)
      const { margin = 0 } = searcher.solve(packed, FREE, quiet)
      if (margin >= 0) continue
      lost++
      const limits = { nodes: 2_000_000, isAnalysis: true }
      const { info } = searcher.search(packed, limits, FREE, quiet)
      expect(info?.lines[0], `seed ${seed}`).toMatchObject({ kind: 'solved', value: -1, margin })
    }
    expect(lost).toBeGreaterThan(5)
  })

  test.each(LEVELS.map((_, index) => index + 1))('level %i plays legal moves only', (level) => {
    const searcher = startSearcher(16)
    for (const position of seededGame(level, 'either').positions.slice(0, -1)) {
      const { move } = searcher.search(packPosition(position), { level, nodes: 3000 }, FREE, quiet)
      expect(legalMoves(position).map(formatMove)).toContain(formatMove(unpackMove(move)))
    }
  })

  test('stops on command with a legal move, and can search again', () => {
    const searcher = startSearcher(4)
    const positions = seededGame(7, 'either').positions.slice(0, 12)
    for (let round = 0; round < 1000; round++) {
      const position = positions[round % positions.length]
      if (position === undefined) continue
      let polls = 0
      const watch: Watch = { ...FREE, isStopped: () => ++polls > round % 3 }
      const { move } = searcher.search(packPosition(position), {}, watch, quiet)
      expect(legalMoves(position).map(formatMove)).toContain(formatMove(unpackMove(move)))
    }
  })

  test('says nothing where the game is over', () => {
    const last = seededGame(3, 'either').positions.at(-1)
    if (last === undefined) throw new Error('a game has a last position')
    expect(startSearcher(4).search(packPosition(last), {}, FREE, quiet)).toEqual({
      move: 0,
      info: undefined,
    })
  })
})

/** Larger endgames are proved by the benchmark, where they may take their time. */
const LARGEST_PROVED = 22

/** Nodes of nine fixed searches. */
const SIGNATURE = 39_795
