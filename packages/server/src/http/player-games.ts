import {
  explorerGamesSchema,
  type GameId,
  opponentsSchema,
  playerGamesWishSchema,
  recordOf,
} from '@hokito/protocol'
import { formatRecord } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import type { ExplorerStore } from '../explorer/explorer-store.ts'
import type { PlayerGames } from '../explorer/player-games.ts'
import type { LongTask } from '../limiting/long-work.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import type { GameStore } from '../store/game-store.ts'
import { counted } from './counting.ts'
import { sendLong } from './long-answers.ts'
import { gameIdsOf } from './own-data.ts'
import { jsonRoutesOf, REFUSALS, refuse } from './replies.ts'
import { recogniserOf, type SessionDependencies } from './session.ts'

export interface PlayerGamesRoutesDependencies {
  readonly sessions: SessionDependencies
  readonly playerGames: PlayerGames
  readonly explorer: ExplorerStore
  readonly store: GameStore
  readonly games: Games
  readonly visitors: Visitors
}

/**
 * `/api/players/:name/games` and `opponents`: a player's public games; `games.hgn`: all of them as
 * one file. `/api/account/games.hgn`: the asker's own games, including those by invitation. Files
 * are written as they are read.
 */
export function addPlayerGamesRoutes(
  app: FastifyInstance,
  dependencies: PlayerGamesRoutesDependencies,
): void {
  const { sessions, playerGames, explorer, store, games, visitors } = dependencies
  const onRequest = counted(visitors, visitors.requests, PRICE)
  const recognise = recogniserOf(app, sessions)
  const json = jsonRoutesOf(app)

  const page = { response: { 200: explorerGamesSchema, ...REFUSALS } }
  json.get<NameParams>(
    '/api/players/:name/games',
    { onRequest, schema: page },
    async (request, reply) => {
      const wish = playerGamesWishSchema.safeParse(request.query)
      if (!wish.success) return refuse(reply, 400, { code: 'badRequest' })
      const found = await playerGames.find(request.params.name, wish.data)
      if (typeof found !== 'string') return reply.header('Cache-Control', KEPT).send(found)
      return refuse(reply, found === 'badRequest' ? 400 : 404, { code: found })
    },
  )

  const opponents = { response: { 200: opponentsSchema, ...REFUSALS } }
  json.get<NameParams>(
    '/api/players/:name/opponents',
    { onRequest, schema: opponents },
    async (request, reply) => {
      const found = await playerGames.opponents(request.params.name)
      if (found === undefined) return refuse(reply, 404, { code: 'unknownPlayer' })
      return reply.header('Cache-Control', KEPT).send(found)
    },
  )

  app.get<NameParams>('/api/players/:name/games.hgn', { onRequest }, async (request, reply) => {
    const { name } = request.params
    if ((await playerGames.opponents(name)) === undefined) {
      return refuse(reply, 404, { code: 'unknownPlayer' })
    }
    return sendLong(request, reply, visitors, {
      take: () => visitors.exports.take(visitors.addressOf(request.raw)),
      headers: FILE,
      chunksOf: (task) => recordsOf(listedOf(explorer, name, task), games, task),
    })
  })

  app.get('/api/account/games.hgn', { onRequest }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const player = await recognise(request.headers.cookie)
    if (player === undefined) return refuse(reply, 401, { code: 'signedOut' })
    return sendLong(request, reply, visitors, {
      take: () => visitors.downloads.take(player.id),
      headers: FILE,
      chunksOf: (task) => recordsOf(gameIdsOf(store, player, task), games, task),
    })
  })
}

// --- internal ---

/** Each reads a thousand rows of an index, and twenty games. */
const PRICE = 10
/** The same for all clients, and a few seconds late anyway. */
const KEPT = 'public, max-age=5'

const FILE = {
  'Content-Type': 'application/x-hokito-hgn; charset=utf-8',
  'Content-Disposition': 'attachment; filename="hokito-games.hgn"',
}

interface NameParams {
  Params: { name: string }
}

/** Games as records, one after another with a line between them. */
async function* recordsOf(
  ids: AsyncIterable<GameId>,
  games: Pick<Games, 'look'>,
  task: LongTask,
): AsyncGenerator<string> {
  let isFirst = true
  for await (const id of ids) {
    if (!(await task.goOn())) return
    const game = await games.look(id)
    const record = game && recordOf(game.view)
    // A game called off before the deal has no record.
    if (record === undefined) continue
    yield `${isFirst ? '' : '\n'}${formatRecord(record)}`
    isFirst = false
  }
}

/** All public games of a player, the last to begin first. */
async function* listedOf(
  explorer: ExplorerStore,
  player: string,
  task: LongTask,
): AsyncGenerator<GameId> {
  for (let after: GameId | undefined; await task.goOn(); ) {
    const page = await explorer.games({ player }, after)
    for (const { id } of page?.games ?? []) yield id
    after = page?.next
    if (after === undefined) return
  }
}
