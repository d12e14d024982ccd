import type { Engine } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import { isMissed, judge, pointOf, REVIEW_VERSION, slipsOf } from '@hokito/engine/review'
import {
  endingOnBoard,
  formatRecord,
  type GameRecord,
  isSameMove,
  legalMoves,
  newRecord,
  type Position,
  play,
  score,
} from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { effect } from '@preact/signals'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { createExerciseModel } from './exercise-model.ts'
import { isBestLeft } from './exercise-state.ts'
import { createReviewModel, type ReviewModel } from './review-model.ts'
import { createReviewStore, MOST_REVIEWS } from './review-store.ts'
import { readReviewText, reviewKey } from './review-text.ts'
import { createWhyModel } from './why-model.ts'

const models: { dispose(): void }[] = []
afterEach(() => {
  for (const model of models.splice(0)) model.dispose()
  vi.unstubAllGlobals()
})

/** The end of a random game, with so few squares left that all of it is proved straight away. */
function endgame(seed: number): GameRecord {
  const { positions, moves } = seededGame(seed, 'either')
  const position = positions[21]
  if (position === undefined) throw new Error('the game is too short')
  const rest = moves.slice(21)
  const ending = endingOnBoard(rest.reduce(play, position))
  return { ...newRecord({ kind: 'position', position }, 'either'), moves: rest, ending }
}

function modelOf(
  record: GameRecord,
  storage = memoryStorage(),
  start: (() => Promise<Engine>) | undefined = async () => startEngine(),
): ReviewModel {
  const store = createReviewStore(() => storage)
  const model = createReviewModel(record, { store, start, now: () => 1 })
  models.push(model)
  return model
}

/** Waits until a condition on signals holds. */
function until(isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (!isSo()) return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}

/** The first seed's endgame that contains a slip, with its review. */
async function reviewWithSlips(): Promise<ReviewModel> {
  for (let seed = 1; seed < 20; seed++) {
    const model = modelOf(endgame(seed))
    await until(() => model.state.value === 'done')
    if (slipsOf(model.judged.value).length > 0) return model
  }
  throw new Error('no game has a slip')
}

describe('the question why', () => {
  test('plays the best reply move by move, then the better line, until the point can be seen', async () => {
    const model = await reviewWithSlips()
    const why = createWhyModel(model)
    for (const slip of slipsOf(model.judged.value)) {
      const { reason, reply, line } = slip
      why.ask(slip)
      const parts = reply.length > 0 ? [false, true] : [true]
      for (const isInstead of parts) {
        if (isInstead && parts.length === 2) why.showBetter(slip)
        expect(model.ply.value).toBe(isInstead ? slip.ply : slip.ply + 1)
        const first = model.position.value
        // With the slip, both have eight moves at most.
        const moves = isInstead ? line.slice(0, 8) : reply.slice(0, 7)
        const isOfReason = reason !== undefined && isMissed(reason.kind) === isInstead
        // A line without the reason shows itself what it brings.
        const kind = isInstead ? 'couldGive' : 'greedy'
        const shown = pointOf(kind, first, moves, slip.mover)
        for (let step = 1; step <= moves.length; step++) {
          expect(why.position.value).toEqual(moves.slice(0, step).reduce(play, first))
          expect(why.lastMade.value?.move).toEqual(moves[step - 1])
          expect(why.points.value).toEqual(score(why.position.value))
          expect(why.hasMore.value).toBe(step < moves.length)
          expect(why.isAtPoint.value).toBe(
            step >= Math.min(moves.length, isOfReason ? reason.point : shown),
          )
          why.stepOn()
        }
      }
      why.leave()
      expect(model.ply.value).toBe(slip.ply + 1)
      expect(why.position.value).toBe(model.position.value)
    }
  })

  test('is put away by another position', async () => {
    const model = await reviewWithSlips()
    const why = createWhyModel(model)
    const slip = slipsOf(model.judged.value)[0] ?? expect.fail('a slip')
    why.ask(slip)
    expect(why.shown.value?.step).toBe(1)
    model.walk.go(slip.ply + 2)
    expect(why.shown.value).toBeUndefined()
    expect(why.position.value).toBe(model.position.value)
  })
})

describe('a review', () => {
  test('begins by itself, judges every move, and is there straight away the next time', async () => {
    const storage = memoryStorage()
    const record = endgame(3)
    const model = modelOf(record, storage)
    expect(model.state.value).toBe('working')
    await until(() => model.state.value === 'done')
    expect(model.judged.value.map(({ move }) => move)).toEqual(record.moves)
    const again = modelOf(record, storage, async () => {
      throw new Error('nothing is left to be found')
    })
    expect(again.state.value).toBe('done')
    expect(again.summary.value).toEqual(model.summary.value)
    expect(again.moments.value.map(({ ply }) => ply)).toEqual(
      model.moments.value.map(({ ply }) => ply),
    )
  })

  test('can be stopped, and goes on with what it has', async () => {
    const storage = memoryStorage()
    const record = endgame(4)
    const model = modelOf(record, storage)
    await until(() => model.judged.value.length >= 2)
    model.stop()
    expect(model.state.value).toBe('stopped')
    const some = model.judged.value
    expect(some.length).toBeLessThan(record.moves.length)
    const next = modelOf(record, storage)
    expect(next.judged.value).toHaveLength(some.length)
    await until(() => next.state.value === 'done')
    expect(next.judged.value).toHaveLength(record.moves.length)
  })

  test('that could not start says so, and starts when it is asked again', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    let attempts = 0
    const model = modelOf(endgame(3), memoryStorage(), async () => {
      attempts++
      if (attempts === 1) throw new Error('no network')
      return startEngine()
    })
    await until(() => model.state.value === 'failed')
    expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('no network'))
    void model.run()
    await until(() => model.state.value === 'done')
  })

  test('is off where there is no computer', () => {
    const store = createReviewStore(() => memoryStorage())
    const model = createReviewModel(endgame(3), { store, start: undefined, now: () => 1 })
    models.push(model)
    expect(model.state.value).toBe('off')
    expect(model.canJudge).toBe(false)
  })

  test('goes on where the browser keeps nothing, and says that it does not', async () => {
    const storage: Storage = {
      ...memoryStorage(),
      setItem: () => {
        throw new Error('no room')
      },
    }
    const model = modelOf(endgame(3), storage)
    await until(() => model.state.value === 'done')
    expect(model.isUnkept.value).toBe(true)
  })
})

describe('what is kept of reviews', () => {
  const record = endgame(5)
  const game = gameOf(record)
  const finding = {
    ply: 0,
    mover: positionAt(game, 0).turn,
    move: moveAt(game, 0),
    occupied: 15,
    choices: legalMoves(positionAt(game, 0)).length,
    played: { margin: 2, certainty: 'exact' },
    best: { margin: 2, certainty: 'exact' },
    worth: { margin: 2, certainty: 'exact' },
    next: undefined,
    line: [moveAt(game, 0), moveAt(game, 1)],
    reply: [moveAt(game, 1)],
  } as const

  test('is what was found', () => {
    const store = createReviewStore(() => storage)
    const storage = memoryStorage()
    store.save('a', new Map([[0, finding]]), 1)
    expect(store.load('a', game)).toEqual(new Map([[0, finding]]))
  })

  test('is at most so many, the newest', () => {
    const storage = memoryStorage()
    const store = createReviewStore(() => storage)
    for (let n = 0; n < MOST_REVIEWS + 5; n++) {
      store.save(`game ${n}`, new Map([[0, finding]]), n)
    }
    expect(storage.length).toBe(MOST_REVIEWS)
    expect(store.load('game 4', game).size).toBe(0)
    expect(store.load('game 5', game).size).toBe(1)
  })

  test.each([
    ['no JSON', 'x'],
    ['another shape', changed({ findings: [{ ply: 0 }] })],
    ['of another version', changed({ version: REVIEW_VERSION - 1 })],
    ['a line that cannot be played', changedFinding({ line: 'a1a1' })],
    ['a reply that cannot be played', changedFinding({ reply: 'a1a1' })],
    ['a move that the game does not have', changedFinding({ ply: 36 })],
  ])('is nothing where it is %s', (_, text) => {
    const storage = memoryStorage()
    storage.setItem('hokito:review:a', text)
    expect(createReviewStore(() => storage).load('a', game).size).toBe(0)
  })

  /** The text of a readable review with one change. */
  function changed(changes: object): string {
    const storage = memoryStorage()
    createReviewStore(() => storage).save('a', new Map([[0, finding]]), 1)
    return JSON.stringify({ ...JSON.parse(storage.getItem('hokito:review:a') ?? ''), ...changes })
  }

  function changedFinding(changes: object): string {
    const [kept] = JSON.parse(changed({})).findings
    return changed({ findings: [{ ...kept, ...changes }] })
  }
})

describe('the text of a game', () => {
  test('is read where it has moves, and otherwise it is said what is wrong', () => {
    const record = endgame(3)
    const read = readReviewText(formatRecord(record))
    expect(read.ok && reviewKey(read.value)).toBe(reviewKey(record))
    expect(readReviewText(' ')).toMatchObject({ error: { kind: 'empty' } })
    expect(readReviewText('hello')).toMatchObject({ error: { kind: 'unlike' } })
    expect(readReviewText('1. a3c4')).toMatchObject({ error: { kind: 'record' } })
    expect(readReviewText('------/a-----/------/------/------/aA---- b')).toMatchObject({
      error: { kind: 'noMoves' },
    })
    const without = { ...record, moves: [], ending: undefined }
    expect(readReviewText(formatRecord(without))).toMatchObject({ error: { kind: 'noMoves' } })
  })

  test('tells games apart by their moves and rule, not by who played them', () => {
    const record = endgame(3)
    const named = { ...record, tags: { Black: 'Anna' } }
    expect(reviewKey(named)).toBe(reviewKey(record))
    expect(reviewKey({ ...record, moves: record.moves.slice(1) })).not.toBe(reviewKey(record))
  })
})

describe('trying again', () => {
  test('takes the best move, refuses the move of the game, and counts what was found', async () => {
    const review = await reviewWithSlips()
    const model = createExerciseModel(review, { side: 'both' })
    models.push(model)
    const slip = model.slip.value
    const [best] = slip?.line ?? []
    if (slip === undefined || best === undefined) throw new Error('there is a slip')
    await model.play(slip.move)
    expect(model.answer.value?.kind).toBe('same')
    model.again()
    await model.play(best)
    expect(model.answer.value).toMatchObject({ kind: 'right', judged: { judgement: 'best' } })
    expect(model.solved.value).toBe(1)
    model.next()
    expect(model.answer.value).toBeUndefined()
  })

  test('judges every other move as the review would', async () => {
    const review = await reviewWithSlips()
    const model = createExerciseModel(review, { side: 'both' })
    models.push(model)
    const slip = model.slip.value
    if (slip === undefined) throw new Error('there is a slip')
    for (const move of legalMoves(model.position.value)) {
      if (isSameMove(move, slip.move)) continue
      await model.play(move)
      const answer = model.answer.value
      if (answer?.kind !== 'right' && answer?.kind !== 'wrong') throw new Error('it was judged')
      expect(answer.judged.judgement).toBe(judge(answer.judged).judgement)
      expect(answer.judged.best.margin).toBe(slip.best.margin)
      // The best move is there to be shown until it was played.
      expect(isBestLeft(answer)).toBe(answer.judged.pointsLost + answer.judged.chanceLost > 0)
      model.again()
    }
  })

  test('does not count what was shown, and ends after the last slip', async () => {
    const review = await reviewWithSlips()
    const model = createExerciseModel(review, { side: 'both' })
    models.push(model)
    for (let n = 0; n < model.count; n++) {
      model.showBest()
      expect(model.answer.value?.kind).toBe('shown')
      expect(model.canPlay.value).toBe(false)
      model.next()
    }
    expect(model.isDone.value).toBe(true)
    expect([model.solved.value, model.passed.value]).toEqual([0, model.count])
  })

  test('begins with the slip that is asked for, and goes on from there', async () => {
    const review = await reviewWithSlips()
    const slips = slipsOf(review.judged.value)
    const last = slips.at(-1)
    const model = createExerciseModel(review, { side: 'both', from: last?.ply })
    models.push(model)
    expect(slips.length).toBeGreaterThan(1)
    expect(model.slip.value).toBe(last)
    model.next()
    expect(model.isDone.value).toBe(true)
    // Those before it were not shown.
    expect(model.passed.value).toBe(1)
  })

  test('says so where the computer fails', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const review = await reviewWithSlips()
    const model = createExerciseModel(
      {
        ...review,
        judgeAnswer: async () => {
          throw new Error('the worker has gone')
        },
      },
      { side: 'both' },
    )
    models.push(model)
    const other = legalMoves(model.position.value).find(
      (move) => model.slip.value && !isSameMove(move, model.slip.value.move),
    )
    if (other === undefined) throw new Error('there is another move')
    await model.play(other)
    expect(model.answer.value?.kind).toBe('failed')
    expect(reported).toHaveBeenCalledExactlyOnceWith(new Error('the worker has gone'))
  })
})

function gameOf({ beginning, moves }: GameRecord) {
  if (beginning.kind !== 'position') throw new Error('an endgame begins with a position')
  const positions: Position[] = [beginning.position]
  for (const move of moves) positions.push(play(positions.at(-1) ?? beginning.position, move))
  return { positions, moves }
}

function positionAt({ positions }: ReturnType<typeof gameOf>, ply: number): Position {
  const position = positions[ply]
  if (position === undefined) throw new Error('the game is too short')
  return position
}

function moveAt({ moves }: ReturnType<typeof gameOf>, ply: number) {
  const move = moves[ply]
  if (move === undefined) throw new Error('the game is too short')
  return move
}
