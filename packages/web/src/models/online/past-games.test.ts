import type { GameSummary, GamesPage } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { gameId } from '../../../../server/test/helpers/ids.ts'
import { createPastGames } from './past-games.ts'

const game = (id: string) => ({ id: gameId(id) }) as GameSummary
const PAGES: Readonly<Record<string, GamesPage>> = {
  first: {
    running: [game('r')],
    challenges: [],
    finished: [game('c'), game('b')],
    next: gameId('b'),
  },
  [gameId('b')]: { running: [], challenges: [], finished: [game('a')] },
}
const ids = (games: readonly GameSummary[]) => games.map(({ id }) => id)

test('pages follow each other, and the running games stay those of the first', async () => {
  const past = createPastGames(async (after) => PAGES[after ?? 'first'])
  await past.reload()
  expect(ids(past.finished.value)).toEqual(['c', 'b'].map(gameId))
  await past.more()
  expect(ids(past.finished.value)).toEqual(['c', 'b', 'a'].map(gameId))
  expect(ids(past.running.value)).toEqual(['r'].map(gameId))
  expect(past.next.value).toBeUndefined()
})

test('a game that goes on does not hide the older games that were loaded', async () => {
  const pages: Record<string, GamesPage> = { ...PAGES }
  const past = createPastGames(async (after) => pages[after ?? 'first'])
  await past.reload()
  await past.more()
  const before = past.finished.value
  await past.reload()
  expect(past.finished.value).toEqual(before)
  pages.first = { running: [], challenges: [], finished: [game('d'), game('c')], next: gameId('c') }
  await past.reload()
  expect(ids(past.finished.value)).toEqual(['d', 'c', 'b', 'a'].map(gameId))
  expect(past.next.value).toBeUndefined()
})

test('after many new games the list begins again, and a page of the old one is dropped', async () => {
  const pages: Record<string, GamesPage> = { ...PAGES }
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const past = createPastGames(async (after) => {
    if (after !== undefined) await held
    return pages[after ?? 'first']
  })
  await past.reload()
  const more = past.more()
  pages.first = { running: [], challenges: [], finished: [game('e'), game('d')], next: gameId('d') }
  await past.reload()
  answer()
  await more
  expect(ids(past.finished.value)).toEqual(['e', 'd'].map(gameId))
  expect(past.next.value).toBe(gameId('d'))
})

test('where no answer comes, what was shown stays, and it can be asked for again', async () => {
  let isDown = false
  const past = createPastGames(async (after) => (isDown ? undefined : PAGES[after ?? 'first']))
  await past.reload()
  isDown = true
  await past.more()
  expect(past.hasFailed.value).toBe(true)
  expect(ids(past.finished.value)).toEqual(['c', 'b'].map(gameId))
  isDown = false
  await past.more()
  expect(past.hasFailed.value).toBe(false)
  expect(ids(past.finished.value)).toEqual(['c', 'b', 'a'].map(gameId))
})
