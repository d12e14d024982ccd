import { type Challenge, LOBBY_PAGE, lobbyPageSchema } from '@hokito/protocol'
import { beforeEach, expect, test } from 'vitest'
import { TERMS } from '../../test/helpers/decisions.ts'
import { challengeId, playerId } from '../../test/helpers/ids.ts'
import { LobbyNews } from './lobby-news.ts'
import { Offers } from './offers.ts'

let offers = new Offers()
let news = new LobbyNews(offers)
beforeEach(() => {
  offers = new Offers()
  news = new LobbyNews(offers)
})

function open(count: number): readonly Challenge[] {
  const first = offers.size
  return Array.from({ length: count }, (_, index) => {
    const n = first + index
    const id = challengeId(`challenge${String(n).padStart(3, '0')}`)
    const challenger = { id: playerId(`player${String(n).padStart(6, '0')}`), name: 'Anna' }
    const challenge: Challenge = {
      ...{ id, challenger, terms: TERMS, createdAt: n },
      ...{ color: 'random', isListed: true },
    }
    offers.set(challenge)
    news.opened(id)
    return challenge
  })
}

function close(challenges: readonly Challenge[]): void {
  for (const challenge of challenges) {
    offers.delete(challenge)
    news.closed(challenge.id)
  }
}

test('what comes and goes between two messages is sent in neither', () => {
  close(open(3))
  expect(news.next()).toEqual({ version: 1, added: [], removed: [], total: 0 })
})

test('of many new ones the newest are sent, the newest first', () => {
  const made = open(LOBBY_PAGE + 10)
  const { added, total } = news.next()
  expect(added).toEqual(made.slice(10).toReversed())
  expect(total).toBe(LOBBY_PAGE + 10)
})

test('S2: when more is gone than a message holds, a version is left out, and pages ask for the whole', () => {
  const made = open(300)
  const { version } = news.next()
  close(made.slice(0, 250))
  expect(news.next()).toEqual({ version: version + 2, added: [], removed: [], total: 50 })
  const page = lobbyPageSchema.parse(JSON.parse(news.page))
  expect(page).toEqual({
    version: version + 2,
    challenges: made.slice(250).toReversed(),
    total: 50,
  })
  close(made.slice(250, 251))
  expect(news.next()).toMatchObject({ version: version + 3, removed: [made[250]?.id] })
})

test('the page of a version is the same text for all who ask', () => {
  open(5)
  news.next()
  const { page } = news
  open(1)
  expect(news.page).toBe(page)
  news.next()
  expect(news.page).not.toBe(page)
})
