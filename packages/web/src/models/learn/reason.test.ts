import {
  formatMove,
  isSameMove,
  legalMoves,
  type Move,
  movesOf,
  opposite,
  outcome,
  ownerOf,
  type Position,
  play,
  score,
} from '@hokito/rules'
import { expect, test } from 'vitest'
import { CHAPTERS, KEEPS } from './course/chapters.ts'
import { countFor, missedBy, reasonAgainst, reasonFor } from './reason.ts'

interface Judged {
  readonly position: Position
  readonly move: Move
  readonly line: readonly Move[]
  /** The best wrong move. */
  readonly instead?: Move | undefined
  /** What a wrong move costs. */
  readonly loss?: number
}

const EXERCISES = CHAPTERS.flatMap(({ exercises }) =>
  exercises.flatMap((each) => (each.kind === 'searched' ? [each] : [])),
)
const EXAMPLES = CHAPTERS.flatMap(({ examples }) => examples)
const ofExercises = (isRight: boolean): readonly Judged[] =>
  EXERCISES.flatMap(({ position, lossOf, lineAfter }) => {
    const [instead] = legalMoves(position)
      .filter((move) => lossOf(move) > KEEPS)
      .sort((a, b) => lossOf(a) - lossOf(b))
    return legalMoves(position)
      .filter((move) => lossOf(move) <= KEEPS === isRight)
      .map((move) => ({ position, move, line: lineAfter(move), instead, loss: lossOf(move) }))
  })
const RIGHT: readonly Judged[] = [
  ...EXAMPLES.map(({ wrong, ...example }) => ({ ...example, instead: wrong?.[0] })),
  ...ofExercises(true),
]
const WRONG: readonly Judged[] = [
  ...EXAMPLES.flatMap(({ position, wrong }) => {
    const [move, ...line] = wrong ?? []
    return move === undefined ? [] : [{ position, move, line }]
  }),
  ...ofExercises(false),
]

/** How many points a move takes from the other side. */
function coveredBy(position: Position, move: Move): number {
  const other = opposite(position.turn)
  return score(position)[other] - score(play(position, move))[other]
}

test('what is said for a right move is so on the board', () => {
  for (const { position, move, line } of RIGHT) {
    const own = position.turn
    const after = play(position, move)
    const reason = reasonFor(position, move, line)
    switch (reason.kind) {
      case 'ends':
        expect(outcome(after)).toBeDefined()
        break
      case 'covers':
        expect(reason.landing).toEqual({ move, count: coveredBy(position, move) })
        break
      case 'averts': {
        const { move: landing, count } = reason.landing
        expect(coveredBy({ ...position, turn: opposite(own) }, landing)).toBe(count)
        expect(legalMoves(after).map(formatMove)).not.toContain(formatMove(landing))
        break
      }
      case 'guards': {
        const { move: landing, count } = reason.landing
        expect(coveredBy(after, landing)).toBe(count)
        expect(movesOf(play(after, landing), own).map(formatMove)).toContain(
          formatMove(reason.back),
        )
        if (landing.to !== move.to) {
          const before = play({ ...position, turn: opposite(own) }, landing)
          expect(legalMoves(before).some(({ to }) => to === landing.to)).toBe(false)
        }
        break
      }
      case 'holds': {
        const { move: landing, count } = reason.landing
        const next = { ...after, turn: own }
        expect(coveredBy(next, landing)).toBe(count)
        const isReached = (before: Position) =>
          legalMoves(play(before, landing)).some(({ to }) => to === landing.to)
        expect([isReached(position), isReached(next)]).toEqual([true, false])
        expectBlocked(reason.blocked, play(position, landing), play(next, landing))
        break
      }
      case 'backs': {
        const { move: landing, count } = reason.landing
        const next = { ...after, turn: own }
        expect(coveredBy(next, landing)).toBe(count)
        const isAnswered = (before: Position) => {
          const landed = play(before, landing)
          return legalMoves(landed)
            .filter(({ to }) => to === landing.to)
            .every((reply) => legalMoves(play(landed, reply)).some(({ to }) => to === landing.to))
        }
        expect([isAnswered(position), isAnswered(next)]).toEqual([false, true])
        expect(reason.reply.to).toBe(landing.to)
        expect(canPlay(play(next, landing), reason.reply)).toBe(true)
        expect(canPlay(play(play(next, landing), reason.reply), reason.back)).toBe(true)
        break
      }
      case 'unreachable': {
        const { square, isLasting } = reason
        expect(legalMoves(after).some(({ to }) => to === square)).toBe(false)
        const later = legalMoves(after).flatMap((reply) => movesOf(play(after, reply), after.turn))
        expect(later.some(({ to }) => to === square)).toBe(!isLasting)
        break
      }
      case 'landsBack':
        expect(line[0]).toEqual(reason.landing.move)
        expect(line.filter((_, index) => index % 2 === 1)).toContainEqual(reason.back)
        expect(reason.back.to).toBe(reason.landing.move.to)
        break
      case 'waits': {
        const at = line.findIndex((each) => each.from === move.to)
        expect(line[at]).toEqual(reason.landing.move)
        const before = line.slice(0, at).reduce(play, after)
        expect([before.turn, coveredBy(before, reason.landing.move)]).toEqual([
          own,
          reason.landing.count,
        ])
        break
      }
      case 'threatens': {
        const { move: landing, count } = reason.landing
        expect(coveredBy({ ...after, turn: own }, landing)).toBe(count)
        break
      }
      case 'coveredLater': {
        const { move: landing, count } = reason.landing
        expect(reason.reply).toEqual(line[0])
        const at = line.indexOf(landing)
        expect([1, 3]).toContain(at)
        // A player can see the piece, unless the move after the reply has moved it.
        expect(line.slice(2, at).map(({ to }) => to)).not.toContain(landing.from)
        expect(coveredBy(line.slice(0, at).reduce(play, after), landing)).toBe(count)
        break
      }
      default:
        expect(reason.kind).toBe('none')
    }
  }
})

test('what is said against a wrong move is what its line does', () => {
  for (const { position, move, line, loss = 0 } of WRONG) {
    const own = position.turn
    const after = play(position, move)
    const reason = reasonAgainst(position, move, line, loss)
    if (reason.kind === 'moves') expect(reason.own).toBeLessThan(reason.other)
    if (!('landing' in reason)) continue
    expect(4 * reason.landing.count).toBeGreaterThan(loss)
    const lasting = line.flatMap((each, index) => {
      const isBack = line.some(({ to }, n) => n > index && n % 2 === 1 && to === each.to)
      // Only what can be seen now: the reply and the next move, with a piece that stood still.
      const isSeen = index === 0 || (index === 2 && line[1]?.to !== each.from)
      if (!isSeen || isBack) return []
      return [coveredBy(line.slice(0, index).reduce(play, after), each)]
    })
    if (reason.landing.count < Math.max(...lasting)) expect.unreachable('a landing covers more')
    const at = line.findIndex((each) => formatMove(each) === formatMove(reason.landing.move))
    const before = line.slice(0, at).reduce(play, after)
    expect(before.turn).toBe(opposite(own))
    expect(coveredBy(before, reason.landing.move)).toBe(reason.landing.count)
    const { to } = reason.landing.move
    if (reason.kind === 'covered') {
      const back = movesOf(play(after, reason.landing.move), own).some((each) => each.to === to)
      expect([at, back]).toEqual([0, !reason.isLost])
    }
    if (reason.kind === 'coveredNext') {
      expect(at).toBe(2)
      expect(legalMoves(after).some((each) => each.to === to)).toBe(false)
    }
  }
})

test('what a wrong move misses is covered in the line of the best one, and not in its own', () => {
  let found = 0
  for (const { position, best, lossOf, lineAfter } of EXERCISES) {
    for (const wrong of legalMoves(position).filter((move) => lossOf(move) > KEEPS)) {
      const own = (first: Move) => {
        const moves = lineAfter(first)
        return moves.flatMap((move, at) =>
          at % 2 === 1
            ? [coveredBy(moves.slice(0, at).reduce(play, play(position, first)), move)]
            : [],
        )
      }
      const loss = lossOf(wrong)
      const missed = missedBy(
        position,
        [wrong, ...lineAfter(wrong)],
        [best, ...lineAfter(best)],
        loss,
      )?.count
      if (missed === undefined) continue
      found += 1
      expect(own(best)).toContain(missed)
      expect(own(wrong)).not.toContain(missed)
      expect(4 * missed).toBeGreaterThan(loss)
    }
  }
  expect(found).toBeGreaterThan(0)
})

test('a count of moves is given for a right move only if it speaks for it', () => {
  for (const { position, move, instead } of RIGHT) {
    const own = position.turn
    const after = play(position, move)
    const reason = countFor(position, move, instead)
    if (reason.kind !== 'moves') {
      expect(movesOf(after, own).length).toBeLessThanOrEqual(legalMoves(after).length)
      continue
    }
    expect(movesOf(after, own)).toHaveLength(reason.own)
    expect(movesOf(after, opposite(own))).toHaveLength(reason.other)
    if (reason.instead === undefined) expect(reason.own).toBeGreaterThan(reason.other)
    else {
      const { own: few, other: many } = reason.instead
      expect(reason.own - reason.other).toBeGreaterThan(few - many)
    }
  }
})

test('the reach of stacks explains nearly every right move, and most wrong ones', () => {
  const unexplained = (reasons: readonly { readonly kind: string }[]) =>
    reasons.filter(({ kind }) => kind === 'none').length / reasons.length
  const right = RIGHT.map((each) => reasonFor(each.position, each.move, each.line))
  expect(unexplained(right)).toBeLessThan(0.12)
  const wrong = EXERCISES.flatMap(({ position, best, lossOf, lineAfter }) =>
    legalMoves(position)
      .filter((move) => lossOf(move) > KEEPS)
      .map((move) => {
        const [line, loss] = [lineAfter(move), lossOf(move)]
        const missed = missedBy(position, [move, ...line], [best, ...lineAfter(best)], loss)
        return missed !== undefined ? { kind: 'missed' } : reasonAgainst(position, move, line, loss)
      }),
  )
  // The others lose by small steps, which only the line shows.
  expect(unexplained(wrong)).toBeLessThan(0.3)
})

test.each([
  ['safe', 0, 'waits'],
  ['count', 1, 'averts'],
  ['compensation', 0, 'landsBack'],
  ['tower', 1, 'landsBack'],
  ['opens', 1, 'unreachable'],
] as const)('the right move of %s, example %i, is explained by: %s', (id, index, kind) => {
  const example = CHAPTERS.find((each) => each.id === id)?.examples[index]
  if (example === undefined) throw new Error('the chapter has two examples')
  expect(reasonFor(example.position, example.move, example.line).kind).toBe(kind)
})

test('a move that is safe only until the reply opens a way has another reason than one that is covered', () => {
  const kinds = WRONG.map(({ position, move, line }) => reasonAgainst(position, move, line).kind)
  for (const kind of ['covered', 'coveredNext', 'coveredLater', 'ends'] as const) {
    expect(kinds).toContain(kind)
  }
})

/** The stack whose way is changed still stands, and could make its move only before. */
function expectBlocked(blocked: Move | undefined, before: Position, after: Position): void {
  if (blocked === undefined) return
  expect([canPlay(before, blocked), canPlay(after, blocked)]).toEqual([true, false])
  const stack = after.board[blocked.from]
  expect(stack && ownerOf(stack)).toBe(before.turn)
}

function canPlay(position: Position, move: Move): boolean {
  return legalMoves(position).some((each) => isSameMove(each, move))
}
