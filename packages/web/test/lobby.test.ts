import { type Challenge, lobbyPageSchema, type ServerMessages } from '@hokito/protocol'
import { seededBytes } from '@hokito/rules'
import { signal } from '@preact/signals'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LobbyNews } from '../../server/src/live/lobby-news.ts'
import { Offers } from '../../server/src/live/offers.ts'
import { challengeId, playerId } from '../../server/test/helpers/ids.ts'
import { commandId, GIVEN_TERMS, Page, until } from '../../server/test/helpers/page.ts'
import { startTestServer } from '../../server/test/helpers/server.ts'
import { memoryStorage } from '../src/models/device/memory-storage.ts'
import { createLastSearch } from '../src/models/lobby/last-search.ts'
import { createLobby } from '../src/models/lobby/lobby.ts'
import { type LobbyList, listFrom, withChange } from '../src/models/lobby/lobby-list.ts'
import { createOwnChallenges } from '../src/models/lobby/own-challenges.ts'
import type { Connection } from '../src/models/online/connection.ts'

const US = playerId('player000000')

function challengeOf(n: number, name: string): Challenge {
  const challenger = { id: playerId(`player${String(n % 30).padStart(6, '0')}`), name }
  const id = challengeId(`offer${String(n).padStart(7, '0')}`)
  const wish = { terms: GIVEN_TERMS, color: 'random', isListed: true } as const
  return { ...wish, id, challenger, createdAt: n }
}

test('a page that follows the changes shows the same as a page that opens the lobby', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('open' as const), count: fc.nat(70) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('close' as const), count: fc.nat(70) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('close' as const), count: fc.nat(400) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('rename' as const), count: fc.nat(20) }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('tell' as const), count: fc.nat(0) }) },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(), (steps, seed) => {
      const bytes = seededBytes(seed)
      const offers = new Offers()
      const news = new LobbyNews(offers)
      const open = () => lobbyPageSchema.parse(JSON.parse(news.page))
      let list: LobbyList = listFrom(open(), [], US)
      let made = 0
      for (const { kind, count } of steps) {
        for (let n = 0; n < count; n++) {
          const [high = 0, low = 0] = bytes(2)
          const any = offers.get(challengeOf((256 * high + low) % Math.max(1, made), '').id)
          if (kind === 'open') {
            const challenge = challengeOf(made++, 'Anna')
            offers.set(challenge)
            news.opened(challenge.id)
          } else if (any !== undefined && kind === 'close') {
            offers.delete(any)
            news.closed(any.id)
          } else if (any !== undefined) {
            offers.set({ ...any, challenger: { ...any.challenger, name: 'Annika' } })
            news.changed(any.id)
          }
        }
        if (kind !== 'tell') continue
        const change = news.next()
        expect(change.added.length).toBeLessThanOrEqual(50)
        expect(change.removed.length).toBeLessThanOrEqual(200)
        list = withChange(list, change, US) ?? listFrom(open(), [], US)
        expectSame(list, open(), offers)
      }
    }),
    { seed: 5, numRuns: 200 },
  )
})

/**
 * Expects the list to begin as the page does and to continue with open challenges; it may be
 * shorter.
 */
function expectSame(list: LobbyList, page: LobbyList, offers: Offers): void {
  const others = ({ challenges }: LobbyList) =>
    challenges.filter(({ challenger }) => challenger.id !== US)
  const [shown, newest] = [others(list), others(page)]
  for (const challenge of shown) expect(challenge).toEqual(offers.get(challenge.id))
  const count = Math.min(shown.length, newest.length)
  expect(shown.slice(0, count)).toEqual(newest.slice(0, count))
  expect(count).toBeGreaterThanOrEqual(Math.min(20, newest.length))
  expect(list.total).toBe(page.total)
}

test('a page that follows the lobby of a server shows what comes and goes, and how many more there are', async () => {
  const server = await startTestServer()
  const page = await Page.open(server.url)
  const connection = connectionOf(page)
  const ownChallenges = createOwnChallenges(connection, createLastSearch(memoryStorage))
  const arrival = { game: signal(undefined), dismiss: () => undefined }
  const lobby = createLobby({ connection, ownChallenges, arrival, randomBytes: seededBytes(1) })
  try {
    const makers = await Promise.all(Array.from({ length: 14 }, () => Page.open(server.url)))
    const wish = { terms: GIVEN_TERMS, color: 'random', isListed: true } as const
    const offer = (maker: Page) => maker.send({ type: 'challenge', id: commandId(), ...wish })
    const replies = await Promise.all(
      makers.flatMap((maker) => [1, 2, 3, 4, 5].map(() => offer(maker))),
    )
    await until(() => lobby.more.value === 20, 'twenty more are open')
    expect(lobby.challenges.value).toHaveLength(50)
    for (const [index, reply] of replies.slice(0, 60).entries()) {
      const challenge = reply.ok ? reply.challenge.id : expect.fail()
      await makers[Math.floor(index / 5)]?.send({ type: 'withdrawChallenge', challenge })
    }
    await until(() => lobby.challenges.value.length === 10, 'the last ten are shown')
    expect(lobby.more.value).toBe(0)
    await lobby.offer({ terms: GIVEN_TERMS, color: 'random', isListed: true })
    const mine = lobby.waiting.value?.id ?? expect.fail()
    expect(lobby.challenges.value.map(({ id }) => id)).not.toContain(mine)
    await lobby.accept(lobby.challenges.value[0]?.id ?? expect.fail())
    expect(lobby.started.value).toMatch(/^\w{12}$/)
    await until(() => lobby.challenges.value.length === 9, 'what was taken is gone')
  } finally {
    lobby.dispose()
    await server.close()
  }
})

/** The connection of a page in the form that the lobby's model needs. */
function connectionOf(
  page: Page,
): Pick<Connection, 'send' | 'status' | 'on' | 'whenOnline' | 'player'> {
  return {
    status: signal('online'),
    player: signal(page.player),
    send: (message) => page.send(message).catch(() => undefined),
    on: (event, listener) => {
      const hear = (message: ServerMessages[typeof event]) => listener(message)
      page.socket.on(event as string, hear)
      return () => page.socket.off(event as string, hear)
    },
    whenOnline: (listener) => {
      listener()
      return () => undefined
    },
  }
}
