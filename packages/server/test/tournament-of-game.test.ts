import { gameTournamentReplySchema } from '@hokito/protocol'
import { apiGameSchema } from '@hokito/protocol/api'
import { expect, test } from 'vitest'
import { kept } from './helpers/kept.ts'
import { type Page, pairUp } from './helpers/page.ts'
import { OFTEN, startTestServer } from './helpers/server.ts'
import { ask } from './helpers/stranger.ts'
import {
  ARENA,
  hold,
  holdAs,
  loseGame,
  named,
  openMembers,
  playing,
  roundBegun,
} from './helpers/tournament.ts'

const server = kept(() => startTestServer({ rhythm: OFTEN }))

const read = async (path: string): Promise<unknown> =>
  JSON.parse((await ask(`${server.url}${path}`)).body)

/** The tournament of a game as the site and the API return it. */
async function toldOf(game: string) {
  const site = gameTournamentReplySchema.parse(await read(`/api/games/${game}/tournament`))
  const api = apiGameSchema.parse(await read(`/api/v1/games/${game}`))
  return { site: site.tournament, api: api.tournament }
}

test('both games of a match lead to its tournament', async () => {
  const all = await openMembers(server.url, 2)
  const id = await hold(all)
  server.advance(61_000)
  const { matches } = await roundBegun(all[0], id, 1)
  const first = matches[0]?.games[0] ?? expect.fail()
  const link = { id, kind: 'swiss', maker: all[0].player.name }
  expect(await toldOf(first)).toEqual({ site: link, api: link })
  const second = await loseGame(all as readonly Page[], first, named(all, matches[0]?.names[0]))
  expect(await toldOf(second ?? expect.fail())).toEqual({ site: link, api: link })
  for (const page of all) page.close()
})

test('a game of an arena leads to it', async () => {
  const all = await openMembers(server.url, 2)
  const id = await holdAs(all, ARENA)
  server.advance(61_000)
  const [match] = await playing(all[0], id, 1)
  const link = { id, kind: 'arena', maker: all[0].player.name }
  expect(await toldOf(match?.game ?? expect.fail())).toEqual({ site: link, api: link })
  for (const page of all) page.close()
})

test('a game of no tournament leads to none, and one that is not there is unknown', async () => {
  const { game, black, white } = await pairUp(server.url)
  expect(await toldOf(game)).toEqual({ site: undefined, api: undefined })
  const answer = await ask(`${server.url}/api/games/AAAAAAAAAAAA/tournament`)
  expect(answer.status).toBe(404)
  for (const page of [black, white]) page.close()
})
