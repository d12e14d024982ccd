import {
  type ClientMessage,
  type GameSummary,
  graceMs,
  type PlayerCard,
  type ServerMessages,
} from '@hokito/protocol'
import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import { gameId } from '../../../../server/test/helpers/ids.ts'
import { onlineGame, THEM, US } from '../../../test/helpers/online-games.ts'
import { memoryStorage } from '../device/memory-storage.ts'
import type { Connection } from './connection.ts'
import { createLastRunning } from './last-running.ts'
import { createOwnGames, type OwnGames } from './own-games.ts'
import { isMissed } from './own-games-state.ts'
import { opponentIn } from './own-seat.ts'

/** A connection to a server that answers with these games and sends what the test says. */
function lineWith(games: GameSummary[]) {
  const listeners = new Set<(game: GameSummary) => void>()
  const connection = {
    player: signal<PlayerCard | undefined>(US),
    now: () => 1000,
    send: async () => ({ ok: true, games, now: 0 }),
    on: (_: string, listener: (message: ServerMessages['ownGame']) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    whenOnline: (listener: () => void) => {
      listener()
      return () => undefined
    },
  } as unknown as Connection
  const tell = (game: GameSummary) => {
    for (const listener of listeners) listener(game)
  }
  return { connection, tell }
}

/**
 * Our games over this connection, on a device that knew of these, with a server that lists those as
 * finished.
 */
function follow(
  connection: Connection,
  { storage = memoryStorage(), finished = [] }: Device = {},
): OwnGames {
  const lastRunning = createLastRunning(() => storage)
  const fetchGames = async () => ({ running: [], challenges: [], finished: [...finished] })
  return createOwnGames(connection, { lastRunning, fetchGames })
}

interface Device {
  readonly storage?: Storage
  readonly finished?: readonly GameSummary[]
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('the game that waits for us comes first, and of several the one whose time ends first', async () => {
  const { connection } = lineWith([
    onlineGame('theirs', { ply: 1 }),
    onlineGame('slow'),
    onlineGame('quick', { deadline: 5 }),
    onlineGame('over', { ending: { kind: 'agreed', winner: 'draw' } }),
  ])
  const { running } = follow(connection)
  await settled()
  expect(running.value.map(({ id }) => id)).toEqual(['quick', 'slow', 'theirs'].map(gameId))
})

test('a game that goes on elsewhere changes its place, and one that ends goes', async () => {
  const { connection, tell } = lineWith([onlineGame('one'), onlineGame('other', { ply: 1 })])
  const { running } = follow(connection)
  await settled()
  tell(onlineGame('one', { ply: 1 }))
  tell(onlineGame('other', { ply: 2 }))
  expect(running.value.map(({ id }) => id)).toEqual(['other', 'one'].map(gameId))
  tell(onlineGame('other', { ply: 2, ending: { kind: 'resigned', winner: 'black' } }))
  expect(running.value.map(({ id }) => id)).toEqual(['one'].map(gameId))
})

test('a player who is signed out elsewhere no longer hears of the games before', async () => {
  const { connection, tell } = lineWith([onlineGame('running'), onlineGame('ending')])
  const { running, over } = follow(connection)
  await settled()
  tell(onlineGame('ending', { ending: { kind: 'aborted', winner: 'nobody' } }))
  expect([running.value.length, over.value.length]).toEqual([1, 1])
  Object.assign(connection.player, { value: { ...US, id: 'somebody else' } })
  expect([running.value.length, over.value.length]).toEqual([0, 0])
})

test('results that have been read are no longer shown', async () => {
  const { connection, tell } = lineWith([onlineGame('one'), onlineGame('other')])
  const { over, read } = follow(connection)
  await settled()
  const ending = { kind: 'resigned', winner: 'black' } as const
  tell(onlineGame('one', { ending }))
  tell(onlineGame('other', { ending }))
  expect(over.value.length).toBe(2)
  read()
  expect(over.value).toEqual([])
})

test('a rematch that the other player offers is kept, and neither ours nor an old one', async () => {
  const ending = { kind: 'resigned', winner: 'black' } as const
  const timeControl = { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 } as const
  const withClock = { ...onlineGame('one').terms, timeControl }
  const { connection, tell } = lineWith([
    onlineGame('theirs', { ending, rematchBy: 'white' }),
    onlineGame('ours', { ending, rematchBy: 'black' }),
    onlineGame('old', { ending, rematchBy: 'white', since: -600_000, terms: withClock }),
    onlineGame('over', { ending }),
  ])
  const { running, offered } = follow(connection)
  await settled()
  expect(offered.value.map(({ id }) => id)).toEqual([gameId('theirs')])
  expect(running.value).toEqual([])
  tell(onlineGame('theirs', { ending }))
  expect(offered.value).toEqual([])
})

test('news that comes while the list is on its way is not lost', async () => {
  const { connection, tell } = lineWith([onlineGame('one')])
  const { running } = follow(connection)
  tell(onlineGame('new'))
  tell(onlineGame('one', { ply: 1 }))
  await settled()
  expect(running.value.map(({ id, ply }) => [id, ply])).toEqual([
    [gameId('new'), 0],
    [gameId('one'), 1],
  ])
})

test('news stays true though the list is asked for again before the first answer comes', async () => {
  const { connection, tell } = lineWith([])
  const answers: (() => void)[] = []
  const send = ({ type }: ClientMessage) =>
    new Promise((resolve) => {
      const answer = { ok: true, games: [onlineGame('one', { ply: 2 })], now: 0 }
      if (type === 'myGames') answers.push(() => resolve(answer))
      else resolve({ ok: true })
    })
  const { running, leave } = follow({ ...connection, send } as unknown as Connection)
  tell(onlineGame('one', { ply: 3 }))
  void leave(gameId('other'))
  await settled()
  answers[0]?.()
  await settled()
  expect(running.value.map(({ ply }) => ply)).toEqual([3])
})

test('a game that is left is not shown as it was, but as the server says', async () => {
  const { connection } = lineWith([onlineGame('one', { ply: 3 })])
  const { running, leave } = follow(connection)
  await settled()
  const left = leave(gameId('one'))
  expect(running.value).toEqual([])
  await left
  expect(running.value.map(({ ply }) => ply)).toEqual([3])
})

test('a game that is left is closed before the list is asked for, so that no move falls between', async () => {
  const { connection, tell } = lineWith([onlineGame('one', { ply: 3 })])
  let isOpen = true
  let ply = 3
  const send = async (message: ClientMessage) => {
    if (message.type === 'closeGame') isOpen = false
    if (message.type !== 'myGames') return { ok: true }
    const answer = { ok: true, games: [onlineGame('one', { ply })], now: 0 }
    // A move is stored right after the list was read; a player who has the game open gets no
    // message of it here.
    ply = 4
    if (!isOpen) tell(onlineGame('one', { ply }))
    return answer
  }
  const { running, leave } = follow({ ...connection, send } as unknown as Connection)
  await settled()
  ply = 3
  await leave(gameId('one'))
  expect(running.value.map((game) => game.ply)).toEqual([4])
})

test('the opponent is the player in the other seat', () => {
  expect(opponentIn(onlineGame('one'), US.id)).toEqual(THEM)
  expect(opponentIn(onlineGame('one'), THEM.id)).toEqual(US)
})

test('a game that ends while we are elsewhere waits to be looked at', async () => {
  const ending = { kind: 'abandoned', winner: 'white' } as const
  const { connection, tell } = lineWith([onlineGame('one', { ply: 4 }), onlineGame('other')])
  const ownGames = follow(connection)
  await settled()
  tell(onlineGame('one', { ply: 4, ending }))
  tell(onlineGame('one', { ply: 4, ending, rematchBy: 'white' }))
  expect(ownGames.over.value.map(({ id }) => id)).toEqual([gameId('one')])
  const [over] = ownGames.over.value
  expect(over && isMissed(over, US.id)).toBe(over?.seats.black.id === US.id)
  ownGames.open(gameId('one'))
  expect(ownGames.over.value).toEqual([])
})

test('a game that is called off is shown, unless we called it off', async () => {
  const ending = { kind: 'aborted', winner: 'nobody' } as const
  const { connection, tell } = lineWith([onlineGame('missed'), onlineGame('unwanted')])
  const ownGames = follow(connection)
  await settled()
  ownGames.decline(gameId('unwanted'))
  tell(onlineGame('unwanted', { ending }))
  expect(ownGames.over.value).toEqual([])
  tell(onlineGame('missed', { ending }))
  expect(ownGames.over.value.map(({ id }) => id)).toEqual([gameId('missed')])
})

test('results are news until any game is played on', async () => {
  const ending = { kind: 'resigned', winner: 'white' } as const
  const { connection, tell } = lineWith([onlineGame('one', { ply: 4 }), onlineGame('other')])
  const ownGames = follow(connection)
  await settled()
  tell(onlineGame('one', { ply: 4, ending }))
  ownGames.open(gameId('other'))
  expect(ownGames.over.value).toEqual([])
})

test('a rematch that is offered after a result was seen is no news of the result', async () => {
  const ending = { kind: 'resigned', winner: 'white' } as const
  const { connection, tell } = lineWith([])
  const { over, offered } = follow(connection)
  await settled()
  tell(onlineGame('one', { ply: 4, ending, rematchBy: 'white' }))
  expect(over.value).toEqual([])
  expect(offered.value.map(({ id }) => id)).toEqual([gameId('one')])
  tell(onlineGame('one', { ply: 4, ending }))
  expect(over.value).toEqual([])
})

test('a game that we left on a page that is closed can be claimed when the server says so', async () => {
  const game = onlineGame('one', { ply: 4, claimableAt: 7000 })
  const ownGames = follow(lineWith([game]).connection)
  await settled()
  expect(ownGames.claimableAt(game)).toBe(7000)
  // While the game waits for the opponent, it cannot be claimed.
  expect(ownGames.claimableAt({ ...game, ply: 5 })).toBeUndefined()
  ownGames.open(game.id)
  expect(ownGames.claimableAt(game)).toBeUndefined()
})

test('a game that we have left can be claimed after the grace in our turn, and not once we are back', async () => {
  const game = onlineGame('one', { ply: 4 })
  const grace = graceMs(game.terms.timeControl) ?? 0
  const ownGames = follow(lineWith([game]).connection)
  await settled()
  expect(ownGames.claimableAt(game)).toBeUndefined()
  await ownGames.leave(game.id)
  expect(ownGames.claimableAt(game)).toBe(1000 + grace)
  expect(ownGames.claimableAt({ ...game, since: 4000 })).toBe(4000 + grace)
  expect(ownGames.claimableAt({ ...game, ply: 1 })).toBeUndefined()
  ownGames.open(game.id)
  expect(ownGames.claimableAt(game)).toBeUndefined()
})

test('games that ended between two visits are shown on the next, until the player moves in a game', async () => {
  const storage = memoryStorage()
  const [one, other] = [onlineGame('one', { ply: 4 }), onlineGame('other', { ply: 4 })]
  follow(lineWith([one, other]).connection, { storage })
  await settled()
  const ending = { kind: 'abandoned', winner: 'white' } as const
  const finished = [onlineGame('one', { ply: 4, ending }), onlineGame('older', { ply: 4, ending })]
  for (const _visit of [1, 2]) {
    const { over } = follow(lineWith([other]).connection, { storage, finished })
    await settled()
    expect(over.value.map(({ id }) => id)).toEqual([gameId('one')])
  }
  const third = follow(lineWith([other]).connection, { storage, finished })
  await settled()
  third.open(gameId('other'))
  const { over } = follow(lineWith([other]).connection, { storage, finished })
  await settled()
  expect(over.value).toEqual([])
})

test('a game that began on its page, and ended after that was closed, calls on the next visit', async () => {
  const storage = memoryStorage()
  // The server reports an open game only to its page.
  const before = follow(lineWith([]).connection, { storage })
  await settled()
  before.open(gameId('one'))
  const ending = { kind: 'abandoned', winner: 'white' } as const
  const finished = [onlineGame('one', { ply: 4, ending })]
  // The latest finished games come with the running ones.
  const { over } = follow(lineWith(finished).connection, { storage, finished })
  await settled()
  expect(over.value.map(({ id }) => id)).toEqual([gameId('one')])
})

test('an end that its page has shown is no news on the next visit', async () => {
  const storage = memoryStorage()
  const one = onlineGame('one', { ply: 4 })
  const before = follow(lineWith([one]).connection, { storage })
  await settled()
  before.open(one.id)
  before.see(one.id)
  const ending = { kind: 'resigned', winner: 'white' } as const
  const finished = [onlineGame('one', { ply: 4, ending })]
  const { over } = follow(lineWith([]).connection, { storage, finished })
  await settled()
  expect(over.value).toEqual([])
})

test.each(['', 'not json', '{}', '[1, "?"]', '"one"'])(
  'a device that kept %j knows of no game that ran',
  (kept) => {
    const storage = memoryStorage()
    storage.setItem('hokito:running', kept)
    expect(createLastRunning(() => storage).read()).toEqual([])
  },
)
