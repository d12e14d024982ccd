import { isSameMove, legalMoves } from '@hokito/rules'
import { expect, test } from 'vitest'
import { puzzlePack } from '../../../test/helpers/puzzles.ts'
import { memoryStorage } from '../device/memory-storage.ts'
import { catalogueOf } from './catalogue.ts'
import { createPuzzleStore } from './puzzle-store.ts'
import { createRushModel, type Missed, RUSH_MS, type RushModel } from './rush-model.ts'

const catalogue = await catalogueOf(puzzlePack(), async () => undefined)

/** A rush whose clock stands still until the test moves it. */
function rush() {
  const store = createPuzzleStore(memoryStorage)
  let time = 1000
  let ring: () => void = () => undefined
  const model = createRushModel({
    catalogue,
    store,
    now: () => time,
    chance: () => 0.3,
    pause: async () => undefined,
    after: (_, callBack) => {
      ring = callBack
      return () => undefined
    },
  })
  const pass = (ms: number) => {
    time += ms
    if (time >= 1000 + RUSH_MS) ring()
  }
  return { model, store, pass }
}

async function solveOne(model: RushModel): Promise<void> {
  const solving = model.solving.value
  if (solving === undefined) throw new Error('there is a puzzle')
  for (const [ply, move] of solving.puzzle.solution.entries()) {
    if (ply % 2 === 0) await solving.play(move)
  }
  await settled()
}

/** Plays a wrong move, and returns it with its puzzle. */
async function missOne(model: RushModel): Promise<Missed> {
  const solving = model.solving.value
  const [right] = solving?.puzzle.solution ?? []
  const wrong = legalMoves(solving?.position.value ?? never()).find(
    (move) => right && !isSameMove(move, right),
  )
  const missed = { puzzle: solving?.puzzle ?? never(), move: wrong ?? never() }
  await solving?.play(missed.move)
  await settled()
  return missed
}

test('a rush goes from puzzle to puzzle, each another one, and counts those solved', async () => {
  const { model } = rush()
  const met = new Set<string | undefined>()
  for (let n = 0; n < 5; n++) {
    met.add(model.solving.value?.puzzle.id)
    expect(model.solving.value?.puzzle.endRule).toBe('either')
    await solveOne(model)
  }
  expect(met.size).toBe(5)
  expect(model.score.value).toBe(5)
})

test('three mistakes end it, its best is kept, and the rating stays', async () => {
  const { model, store } = rush()
  const { rating } = store.value.value
  await solveOne(model)
  const missed: Missed[] = []
  for (let n = 0; n < 3; n++) {
    expect(model.isOver.value).toBe(false)
    missed.push(await missOne(model))
  }
  expect(model.isOver.value).toBe(true)
  expect(model.missed.value).toEqual(missed)
  expect(model.isBest.value).toBe(true)
  expect(store.value.value).toMatchObject({ rushBest: 1, rating })
})

test('the end of its time ends it, and nothing counts after that', async () => {
  const { model, store, pass } = rush()
  await solveOne(model)
  expect(model.leftMs()).toBe(RUSH_MS)
  pass(RUSH_MS)
  expect([model.isOver.value, model.leftMs()]).toEqual([true, 0])
  await solveOne(model)
  expect([model.score.value, store.value.value.rushBest]).toEqual([1, 1])
})

test('solved puzzles count for a player who leaves it, and nothing changes after its end', async () => {
  const { model, store } = rush()
  await solveOne(model)
  model.dispose()
  expect(store.value.value.rushBest).toBe(1)
  const over = rush()
  over.model.end()
  over.store.change((before) => ({ ...before, rushBest: 7 }))
  over.model.dispose()
  expect(over.store.value.value.rushBest).toBe(7)
})

test('it ends where all puzzles have come', async () => {
  const { model } = rush()
  for (let n = 0; n < 40 && !model.isOver.value; n++) await solveOne(model)
  expect(model.isOver.value).toBe(true)
  expect(model.score.value).toBeGreaterThan(10)
})

function never(): never {
  throw new Error('there is one')
}

/** Waits for everything that follows from a move. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
