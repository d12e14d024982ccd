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
