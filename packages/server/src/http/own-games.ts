import {
  GAMES_PAGE,
  type GameId,
  type GameSummary,
  type GamesPage,
  gameIdSchema,
  gamesPageSchema,
  mayBeOfTournament,
} from '@hokito/protocol'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Visitors } from '../limiting/visitors.ts'
import type { Lobby } from '../live/lobby.ts'
import { MOST_RUNNING } from '../live/offer-limits.ts'
import type { Summaries } from '../live/summaries.ts'
import type { GameStore } from '../store/game-store.ts'
import type { GameTournaments } from '../tournaments/game-tournaments.ts'
import { counted } from './counting.ts'
import { jsonRoutesOf, REFUSALS, refuse } from './replies.ts'
import { recogniserOf, type SessionDependencies } from './session.ts'

export interface OwnGamesDependencies {
  readonly sessions: SessionDependencies
  readonly store: GameStore
  readonly summaries: Summaries
  readonly lobby: Pick<Lobby, 'ofPlayer'>
  readonly gameTournaments: Pick<GameTournaments, 'of'>
  readonly visitors: Visitors
}

/** `GET /api/games`: the asker's games; empty lists without a player's cookie. */
export function addOwnGamesRoutes(app: FastifyInstance, dependencies: OwnGamesDependencies): void {
  const { sessions, store, summaries, lobby, gameTournaments, visitors } = dependencies
  const onRequest = counted(visitors, visitors.requests, PRICE)
  const recognise = recogniserOf(app, sessions)
  const schema = { response: { 200: gamesPageSchema, ...REFUSALS } }
  const read = async (ids: readonly GameId[]): Promise<GameSummary[]> => {
    const games: GameSummary[] = []
    for (const id of ids) {
      const summary = await summaries.of(id)
      if (summary === undefined) continue
      const isOfTournament =
        mayBeOfTournament(summary) && (await gameTournaments.of(summary)) !== undefined
      games.push(isOfTournament ? { ...summary, isOfTournament } : summary)
    }
    return games
  }
  jsonRoutesOf(app).get<AfterQuery>(
    '/api/games',
    { onRequest, schema },
    async (request, reply): Promise<GamesPage> => {
      reply.header('Cache-Control', 'no-store')
      const { after } = request.query
      const player = await recognise(request.headers.cookie)
      if (player === undefined) return { running: [], challenges: [], finished: [] }
      const from = afterSchema.safeParse(after)
      // One more than the page shows whether there are more.
      const ids = from.success && (await store.finishedOf(player.id, GAMES_PAGE + 1, from.data))
      if (!ids) return refuse(reply, 404, { code: 'unknownGame' })
      const shown = ids.slice(0, GAMES_PAGE)
      const running = after === undefined ? await store.runningOf(player.id, MOST_SHOWN) : []
      return {
        player,
        running: await read(running),
        challenges: after === undefined ? [...lobby.ofPlayer(player.id)] : [],
        finished: await read(shown),
        ...(ids.length > GAMES_PAGE && { next: shown.at(-1) }),
      }
    },
  )
}

// --- internal ---

/**
 * A page may need twenty games from the disk, replayed; an address may request sixty pages a
 * minute.
 */
const PRICE = 10

/**
 * All games a player can begin, and those that others begin by accepting the player's challenges.
 */
const MOST_SHOWN = 2 * MOST_RUNNING

const afterSchema = z.optional(gameIdSchema)

interface AfterQuery {
  // An array if the parameter is repeated.
  Querystring: { after?: string | string[] }
}
