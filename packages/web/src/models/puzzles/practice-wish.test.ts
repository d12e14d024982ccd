import { UNRATED } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { puzzlePack } from '../../../test/helpers/puzzles.ts'
import { memoryStorage } from '../device/memory-storage.ts'
import { catalogueOf, nextPuzzle } from './catalogue.ts'
import { practiceWish } from './practice-wish.ts'
import { createPuzzleStore } from './puzzle-store.ts'

const catalogue = await catalogueOf(puzzlePack(), async () => undefined)
const NEW = createPuzzleStore(memoryStorage).value.value
const CHANCES = [0, 0.2, 0.5, 0.99]

test('whoever has solved nothing yet is asked to win, in a move or two, and not for what is hard', () => {
  const wish = practiceWish(NEW, undefined, new Set())
  expect(wish.rating).toBeLessThan(UNRATED.rating - 200)
  for (const chance of CHANCES) {
    const first = nextPuzzle(catalogue, wish, chance)
    expect(first?.kind).toBe('win')
    expect(first?.ownMoves).toBeLessThanOrEqual(2)
  }
})

test('the better somebody is known, the nearer their rating the puzzles are, of all kinds', () => {
  const ratings = [350, 200, 111, 60].map((deviation) => {
    const progress = { ...NEW, rating: { ...UNRATED, deviation } }
    return practiceWish(progress, undefined, new Set())
  })
  const wished = ratings.map(({ rating }) => rating)
  expect(wished).toEqual([...wished].sort((a, b) => a - b))
  expect(ratings.at(-1)).toEqual({
    rating: UNRATED.rating,
    theme: undefined,
    anyRule: false,
    tried: new Set(),
  })
})

test('a chosen theme comes in all its kinds and lengths', () => {
  const wish = practiceWish(NEW, 'count', new Set(['x']))
  expect(wish).toMatchObject({ theme: 'count', tried: new Set(['x']) })
  expect([wish.kind, wish.mostMoves]).toEqual([undefined, undefined])
})
