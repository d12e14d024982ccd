import { ok } from '@hokito/rules'
import { expect, test } from 'vitest'
import { PlayedGame } from '../../test/helpers/decisions.ts'
import { GameStreams } from './game-streams.ts'
import { LiveGame } from './live-game.ts'

const FOLLOWERS = 100

test('others have their turn before all followers of a game have heard of a move', async () => {
  const played = new PlayedGame()
  const live = new LiveGame(1, played.game, 0, { sureSince: 0 })
  const streams = new GameStreams({
    games: { openLatest: async () => ok(live) },
    cluster: { follow: () => undefined, unfollow: () => undefined },
    rooms: {
      attend: (connection, player, game) => game.join(connection, player),
      unattend: (connection) => live.leave(connection, 0),
    },
  })
  const end = new AbortController()
  const heard: number[] = []
  const { id, version } = played.game.view
  const followers = Array.from({ length: FOLLOWERS }, async (_, n) => {
    for await (const game of streams.follow(id, `192.0.2.${n}`, end.signal)) {
      if (game !== undefined) heard.push(game.view.version)
    }
  })
  const all = (heardVersion: number) => Array(FOLLOWERS).fill(heardVersion)
  await expect.poll(() => heard, { timeout: 60_000 }).toEqual(all(version))
  heard.length = 0
  live.game = { ...played.game, view: { ...played.game.view, version: version + 1 } }
  const event = { kind: 'shared', at: 0, color: 'black', share: '' } as const
  streams.updates([{ game: id, version: version + 1, event }])
  await new Promise((resolve) => setImmediate(resolve))
  expect(heard.length).toBeLessThan(FOLLOWERS)
  await expect.poll(() => heard, { timeout: 60_000 }).toEqual(all(version + 1))
  end.abort()
  await Promise.all(followers)
})
