import {
  gameIdSchema,
  gameTournamentReplySchema,
  type PlayerCard,
  type TournamentRefusal,
  tournamentDetailSchema,
  tournamentIdSchema,
  tournamentMadeSchema,
  tournamentPressSchema,
  tournamentsReplySchema,
  tournamentWishSchema,
} from '@hokito/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import type { GameTournaments } from '../tournaments/game-tournaments.ts'
import type { Tournaments } from '../tournaments/tournaments.ts'
import { writtenNumberSchema } from '../tournaments/written-number.ts'
import { counted } from './counting.ts'
import { ownPosts } from './own-posts.ts'
import { jsonRoutesOf, REFUSALS, refuse, refuseForNow } from './replies.ts'
import { recogniserOf, type SessionDependencies } from './session.ts'

export interface TournamentRoutesDependencies {
  readonly sessions: SessionDependencies
  readonly tournaments: Tournaments
  readonly gameTournaments: Pick<GameTournaments, 'of'>
  readonly games: Pick<Games, 'look'>
  readonly visitors: Visitors
}

/**
 * `GET /api/tournaments`, `/api/tournaments/:id` and `/api/games/:id/tournament`, and the `POST`
 * routes of our own pages: make a tournament, enter it and leave it.
 */
export function addTournamentRoutes(
  app: FastifyInstance,
  dependencies: TournamentRoutesDependencies,
): void {
  const { sessions, tournaments, gameTournaments, games, visitors } = dependencies
  const onRequest = counted(visitors, visitors.requests, PRICE)
  const recognise = recogniserOf(app, sessions)
  const json = jsonRoutesOf(app)
  const post = postIn(app, dependencies)

  const all = { response: { 200: tournamentsReplySchema, ...REFUSALS } }
  json.get('/api/tournaments', { onRequest, schema: all }, async (_, reply) => {
    reply.header('Cache-Control', 'no-store')
    return { tournaments: [...(await tournaments.all())] }
  })

  const one = { response: { 200: tournamentDetailSchema, ...REFUSALS } }
  json.get<Asked>('/api/tournaments/:id', { onRequest, schema: one }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const id = tournamentIdSchema.safeParse(request.params.id)
    const query = querySchema.safeParse(request.query)
    if (!query.success) return refuse(reply, 400, { code: 'badRequest' })
    const player = await recognise(request.headers.cookie)
    const options = { ...query.data, player: player?.id }
    const found = id.success ? await tournaments.look(id.data, options) : undefined
    if (found === 'damaged') return refuse(reply, 409, { code: 'damagedTournament' })
    return found ?? refuse(reply, 404, { code: 'unknownTournament' })
  })

  const ofGame = { response: { 200: gameTournamentReplySchema, ...REFUSALS } }
  json.get<Asked>(
    '/api/games/:id/tournament',
    { onRequest, schema: ofGame },
    async (request, reply) => {
      const id = gameIdSchema.safeParse(request.params.id)
      const game = id.success ? await games.look(id.data) : undefined
      if (game === undefined) return refuse(reply, 404, { code: 'unknownGame' })
      const tournament = await gameTournaments.of(game.view)
      return { ...(tournament && { tournament }) }
    },
  )

  post(
    'make',
    tournamentWishSchema,
    async (reply, player, wish) => {
      const waitMs = visitors.tournaments.take(visitors.addressOf(reply.request.raw))
      if (waitMs > 0) return refuseForNow(reply, waitMs)
      const made = await tournaments.make(player, wish)
      return made.ok ? { tournament: made.value } : no(reply, made.error)
    },
    tournamentMadeSchema,
  )
  post('enter', tournamentPressSchema, async (reply, player, { tournament }) => {
    const entered = await tournaments.enter(player, tournament)
    return entered.ok ? {} : no(reply, entered.error)
  })
  post('leave', tournamentPressSchema, async (reply, player, { tournament }) => {
    const left = await tournaments.leave(player.id, tournament)
    return left.ok ? {} : no(reply, left.error)
  })
}

// --- internal ---

/** Each queries the database a few times. */
const PRICE = 3
const BODY_BYTES = 1024

interface Asked {
  Params: { id: string }
  Querystring: unknown
}

const querySchema = z.object({
  from: z.optional(writtenNumberSchema),
  round: z.optional(writtenNumberSchema),
})

/** Adds routes that accept only requests from our own pages, for players with a valid cookie. */
function postIn(app: FastifyInstance, { sessions, visitors }: TournamentRoutesDependencies) {
  const recognise = recogniserOf(app, sessions)
  return ownPosts<PlayerCard>(app, {
    prefix: '/api/tournaments',
    publicUrl: sessions.publicUrl,
    bodyLimit: BODY_BYTES,
    onRequest: counted(visitors, visitors.requests, PRICE),
    askerOf: ({ headers }) => recognise(headers.cookie),
    waitMsOf: ({ id }) => visitors.peopleChanges.take(id),
  })
}

function no(reply: FastifyReply, code: TournamentRefusal): FastifyReply {
  return refuse(reply, STATUS[code] ?? 409, { code })
}

const STATUS: { readonly [code in TournamentRefusal]?: number } = {
  needsAccount: 403,
  forPeople: 403,
  suspended: 403,
  unknownTournament: 404,
}
