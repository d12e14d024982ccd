import { legalMoves, seededBytes } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { CHAPTERS } from '../learn/course/chapters.ts'
import {
  type LocalGame,
  livePosition,
  newGame,
  withMove,
  withResignation,
} from '../local/local-game.ts'
import type { ComputerLevel } from '../local/seat.ts'
import { quickTerms } from '../local/start-game.ts'
import { reviewKey } from '../review/review-text.ts'
import { nextStepsFor, type PlayerFacts } from './next-steps.ts'

const NOTHING: PlayerFacts = {
  games: [],
  daily: [],
  reviewed: [],
  puzzles: { missed: [] },
  solved: new Set(),
  read: new Set(),
}
const [FIRST = never()] = CHAPTERS

function never(): never {
  throw new Error('the course has a chapter')
}

/** A game of one move of Black, the player, who then lost or won it. */
function gameOf(result: 'won' | 'lost', level: ComputerLevel): LocalGame {
  const fresh = newGame('g', quickTerms({ randomBytes: seededBytes(1) }, level), 100)
  const [move = never()] = legalMoves(livePosition(fresh))
  return withResignation(withMove(fresh, move, 0) ?? never(), result === 'won' ? 'white' : 'black')
}

function reviewedWith(mistakes: Readonly<Record<string, number>>, game = 'a game') {
  return { game, at: 1, accuracy: 80, mistakes }
}

const solvedIn = (id: (typeof CHAPTERS)[number]['id']) =>
  CHAPTERS.find((each) => each.id === id)?.names ?? []

describe('the path', () => {
  test('leads to the first chapter that is neither read nor solved, then to open exercises', () => {
    const [, second = never(), third = never()] = CHAPTERS
    const nextOf = (facts: Partial<PlayerFacts>) =>
      nextStepsFor({ ...NOTHING, ...facts }).map((step) => step.kind === 'next' && step.chapter)
    expect(nextOf({ read: new Set([FIRST.id]) })).toEqual([second.id])
    const solved = new Set(solvedIn(second.id))
    expect(nextOf({ read: new Set([FIRST.id]), solved })).toEqual([third.id])
    const read = new Set(CHAPTERS.map(({ id }) => id))
    expect(nextOf({ read })).toEqual([FIRST.id])
  })

  test('of a player about whom nothing is known is the first chapter', () => {
    const count = FIRST.exercises.length
    expect(nextStepsFor(NOTHING)).toEqual([{ kind: 'next', chapter: FIRST.id, done: 0, count }])
  })

  test('goes on with the first chapter that has open exercises', () => {
    const solved = new Set(solvedIn(FIRST.id))
    expect(nextStepsFor({ ...NOTHING, solved })).toMatchObject([
      { kind: 'next', chapter: CHAPTERS[1]?.id },
    ])
  })

  test('asks for the review of a lost game, and of no other', () => {
    const lost = gameOf('lost', 3)
    const kinds = (facts: Partial<PlayerFacts>) =>
      nextStepsFor({ ...NOTHING, ...facts }).map(({ kind }) => kind)
    expect(kinds({ games: [lost] })[0]).toBe('unreviewed')
    const reviewed = [reviewedWith({}, reviewKey(lost.record))]
    expect(kinds({ games: [lost], reviewed })).toEqual(['lost', 'next'])
    expect(kinds({ games: [gameOf('won', 3), lost] })).toEqual(['won', 'next'])
  })

  test('leads to the chapter of the most frequent mistakes, unless it is done', () => {
    const reviewed = [reviewedWith({ safe: 2, endIt: 1 }), reviewedWith({ endIt: 2 }, 'another')]
    const [first] = nextStepsFor({ ...NOTHING, reviewed })
    expect(first).toEqual({ kind: 'mistakes', chapter: 'endIt', n: 3 })
    const [then] = nextStepsFor({ ...NOTHING, reviewed, solved: new Set(solvedIn('endIt')) })
    expect(then).toEqual({ kind: 'mistakes', chapter: 'safe', n: 2 })
  })

  test('takes one mistake for chance, and none from a chapter that there is not', () => {
    const reviewed = [reviewedWith({ safe: 1, unheardOf: 9 })]
    expect(nextStepsFor({ ...NOTHING, reviewed }).map(({ kind }) => kind)).toEqual(['next'])
  })

  test('leads to the theme of the most missed puzzles', () => {
    const missed = [['tower', 'count'], ['count'], ['of another version']]
    expect(nextStepsFor({ ...NOTHING, puzzles: { missed } })[0]).toEqual({
      kind: 'theme',
      theme: 'count',
      n: 2,
    })
  })

  test('names the level of the last game, and the one to play now', () => {
    const games = [gameOf('won', 4), gameOf('won', 4)]
    expect(nextStepsFor({ ...NOTHING, games })[0]).toEqual({ kind: 'won', level: 4, next: 5 })
  })

  test('has three steps at most, and the course among them', () => {
    const steps = nextStepsFor({
      ...NOTHING,
      games: [gameOf('lost', 2)],
      reviewed: [reviewedWith({ safe: 3 })],
      puzzles: { missed: [['count'], ['count']] },
    })
    expect(steps.map(({ kind }) => kind)).toEqual(['unreviewed', 'mistakes', 'next'])
  })
})
