import { ok } from '@hokito/rules'
import { expect, test } from 'vitest'
import { PlayedGame } from '../../test/helpers/decisions.ts'
import type { LongWork } from '../limiting/long-work.ts'
import { GameStreams } from './game-streams.ts'
import { LiveGame } from './live-game.ts'

const FOLLOWERS = 3

test('others have their turn before the next follower of a game hears of a move', async () => {
  const played = new PlayedGame()
  const live = new LiveGame(1, played.game, 0, { sureSince: 0 })
  const steps: string[] = []
  // What a follower does with a state is done before others have their turn.
  const goOn = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return steps.push('turn') > 0
  }
  const longWork: Pick<LongWork, 'begin'> = { begin: () => ({ goOn }) }
  const streams = new GameStreams({
    games: { openLatest: async () => ok(live) },
    cluster: { follow: () => undefined, unfollow: () => undefined },
    rooms: {
      attend: (connection, player, game) => game.join(connection, player),
      unattend: (connection) => live.leave(connection, 0),
    },
    longWork,
  })
  const end = new AbortController()
  const followers = Array.from({ length: FOLLOWERS }, async (_, n) => {
    for await (const game of streams.follow(played.game.view.id, `192.0.2.${n}`, end.signal)) {
      if (game !== undefined) steps.push(`version ${game.view.version}`)
    }
  })
  const { id, version } = played.game.view
  await expect
    .poll(() => steps, { timeout: 60_000 })
    .toEqual(Array(FOLLOWERS).fill(`version ${version}`))
  steps.length = 0
  live.game = { ...played.game, view: { ...played.game.view, version: version + 1 } }
  const event = { kind: 'shared', at: 0, color: 'black', share: '' } as const
  streams.updates([{ game: id, version: version + 1, event }])
  const heard = [`version ${version + 1}`, 'turn']
  await expect.poll(() => steps, { timeout: 60_000 }).toEqual(Array(FOLLOWERS).fill(heard).flat())
  end.abort()
  await Promise.all(followers)
})
