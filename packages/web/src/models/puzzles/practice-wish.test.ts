import { readFileSync } from 'node:fs'
import { readPuzzlePack } from '@hokito/engine/puzzles'
import { UNRATED } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { catalogueOf, nextPuzzle } from './catalogue.ts'
import { practiceWish } from './practice-wish.ts'
import { createPuzzleStore } from './puzzle-store.ts'

/** The shipped puzzles: a few of all kinds have none for beginners. */
const PACK = readPuzzlePack(
  readFileSync(new URL('../../../../engine/puzzles/shipped.txt', import.meta.url), 'utf8'),
)
if (!PACK.ok) throw new Error('the shipped puzzles cannot be read')
const catalogue = await catalogueOf(PACK.value, async () => undefined)
const NEW = createPuzzleStore(memoryStorage).value.value
const CHANCES = [0, 0.2, 0.5, 0.99]

test('a beginner gets easy puzzles to win in one move', () => {
  const wish = practiceWish(NEW, undefined, new Set())
  expect(wish.rating).toBeLessThan(UNRATED.rating - 200)
  for (const chance of CHANCES) {
    const first = nextPuzzle(catalogue, wish, chance)
    expect(first?.kind).toBe('win')
    expect(first?.ownMoves).toBe(1)
  }
})

test('the surer a rating is, the nearer to it the puzzles are, of all kinds', () => {
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
