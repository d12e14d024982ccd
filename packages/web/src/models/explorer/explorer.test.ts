import type { ExplorerGames, GameId } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import type { FoundGames } from './explorer-api.ts'
import { createGameSearch } from './game-search.ts'
import { allResults, countedBy, measuredBy } from './statistics.ts'
import { partsOfWish, queryOfWish, wishOfQuery } from './wish.ts'

const RESULTS = { games: 4, black: 2, draws: 1, white: 1 }

describe('statistics', () => {
  const count = (topic: 'margin' | 'plies' | 'ending' | 'all', value: string, games = 4) => ({
    topic,
    value,
    ...RESULTS,
    games,
    total: 8,
  })

  test('by a number go from the lowest to the highest, with nothing where there is no game', () => {
    const counts = [count('margin', '10'), count('margin', '-5')]
    const measured = measuredBy({ counts }, 'margin')
    expect(measured.map(({ at, games }) => [at, games])).toEqual([
      [-5, 4],
      [0, 0],
      [5, 0],
      [10, 4],
    ])
    expect(measured[0]?.average).toBe(2)
  })

  test('by kind have the most frequent first', () => {
    const counts = [count('ending', 'timeout', 2), count('ending', 'stuck', 9), count('plies', '3')]
    expect(countedBy({ counts }, 'ending').map(({ value }) => value)).toEqual(['stuck', 'timeout'])
  })

  test('of no games are nothing', () => {
    expect(allResults({ counts: [] })).toBeUndefined()
    expect(measuredBy({ counts: [] }, 'plies')).toEqual([])
  })
})

describe('a wish', () => {
  test.each([
    [{}, { by: 'all', value: '' }],
    [{ player: ' Anna ' }, { by: 'player', value: 'Anna' }],
    [{ winner: 'draw' }, { by: 'winner', value: 'draw' }],
    [{ winner: 'green' }, { by: 'all', value: '' }],
    [{ plies: '29' }, { by: 'plies', value: '29' }],
    [{ plies: 'many' }, { by: 'all', value: '' }],
    [
      { deal: '77.1234567', lang: 'de' },
      { by: 'deal', value: '77.1234567' },
    ],
    [{ player: '' }, { by: 'all', value: '' }],
    [{ date: '2026-11-24' }, { by: 'date', value: '2026-11-24' }],
    [{ date: '2026-02-27..2026-03-01' }, { by: 'date', value: '2026-02-27..2026-03-01' }],
    [{ date: '2026-03-01..2026-02-27' }, { by: 'date', value: '2026-02-27..2026-03-01' }],
    [{ date: '2026-02-30' }, { by: 'all', value: '' }],
    [{ date: '1066-10-14' }, { by: 'all', value: '' }],
    [{ date: '2026-11-24..' }, { by: 'all', value: '' }],
  ])('is read from the address %j', (query, parts) => {
    expect(partsOfWish(wishOfQuery(query as Record<string, string>))).toEqual(parts)
  })

  test('for days goes from midnight to midnight where the device is', () => {
    const wish = wishOfQuery({ date: '2026-03-28..2026-03-29' })
    const [since, until] = [new Date(2026, 2, 28), new Date(2026, 2, 30)].map((at) => at.getTime())
    expect(wish).toEqual({ since: String(since), until: String(until) })
  })

  test('is written as it is read', () => {
    expect(queryOfWish('player', ' Ann & Bert ')).toBe('?player=Ann+%26+Bert')
    expect(queryOfWish('all', 'whatever')).toBe('')
  })
})

describe('a search', () => {
  const page = (ids: readonly string[], next?: string): ExplorerGames => ({
    games: ids.map((id) => ({
      id: id as GameId,
      winner: 'black',
      ending: 'stuck',
      endRule: 'either',
      plies: 20,
      margin: 3,
      lastPosition: '------/------/-a----/---C3--/------/------ w',
      endedAt: 1,
    })),
    ...(next !== undefined && { next: next as GameId }),
  })

  /** A server that answers when the test tells it to. */
  function answering() {
    const waiting: ((found: FoundGames) => void)[] = []
    const asked: (string | undefined)[] = []
    const search = createGameSearch({
      games: (_, after) => {
        asked.push(after)
        return new Promise((resolve) => waiting.push(resolve))
      },
    })
    return { search, asked, answer: (found: FoundGames) => waiting.shift()?.(found) }
  }

  test('goes on after the last game', async () => {
    const { search, asked, answer } = answering()
    const first = search.look({})
    answer(page(['a', 'b'], 'b'))
    await first
    const second = search.more()
    answer(page(['c']))
    await second
    expect(asked).toEqual([undefined, 'b'])
    expect(search.games.value.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(search.next.value).toBeUndefined()
  })

  test('of two at a time is the later one, whichever is answered last', async () => {
    const { search, answer } = answering()
    const first = search.look({ player: 'Anna' })
    const second = search.look({ player: 'Bert' })
    answer(page(['anna']))
    answer(page(['bert']))
    await Promise.all([first, second])
    expect(search.games.value.map(({ id }) => id)).toEqual(['bert'])
  })

  test('keeps what it has where the server does not answer', async () => {
    const { search, answer } = answering()
    const first = search.look({})
    answer(page(['a'], 'a'))
    await first
    const second = search.more()
    answer(undefined)
    await second
    expect(search.status.value).toBe('noLine')
    expect(search.games.value).toHaveLength(1)
    expect(search.next.value).toBe('a')
  })
})
