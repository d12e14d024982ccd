import {
  challengeIdSchema,
  expectedReplySchema,
  gameIdSchema,
  leadersReplySchema,
  profileReplySchema,
  ratingChangesReplySchema,
  SPEEDS,
  speedOf,
} from '@hokito/protocol'
import type { FastifyInstance } from 'fastify'
import type { Visitors } from '../limiting/visitors.ts'
import type { Lobby } from '../live/lobby.ts'
import type { Profiles } from '../ratings/profiles.ts'
import type { Ratings } from '../ratings/ratings.ts'
import { counted } from './counting.ts'
import { jsonRoutesOf, REFUSALS, refuse } from './replies.ts'
import { recogniserOf, type SessionDependencies } from './session.ts'

export interface RatingRoutesDependencies {
  readonly sessions: SessionDependencies
  readonly ratings: Ratings
  readonly profiles: Profiles
  readonly lobby: Pick<Lobby, 'lookUp'>
  readonly visitors: Visitors
}

/**
 * `/api/players/:name`: the public profile of an account; `/api/games/:id/ratings`: the rating
 * changes of a match; `/api/leaders/:speed`: the strongest players; `/api/challenges/:id/expected`:
 * the changes to expect if the asker accepts a rated challenge.
 */
export function addRatingRoutes(
  app: FastifyInstance,
  { sessions, ratings, profiles, lobby, visitors }: RatingRoutesDependencies,
): void {
  const onRequest = counted(visitors, visitors.requests, PRICE)
  const recognise = recogniserOf(app, sessions)
  const json = jsonRoutesOf(app)

  const profile = { response: { 200: profileReplySchema, ...REFUSALS } }
  json.get<NameParams>(
    '/api/players/:name',
    { onRequest, schema: profile },
    async (request, reply) => {
      const found = await profiles.profile(request.params.name)
      if (found === undefined) return refuse(reply, 404, { code: 'unknownPlayer' })
      return reply.header('Cache-Control', 'no-cache').send(found)
    },
  )

  const leaders = { response: { 200: leadersReplySchema, ...REFUSALS } }
  json.get<SpeedParams>(
    '/api/leaders/:speed',
    { onRequest, schema: leaders },
    async (request, reply) => {
      const speed = SPEEDS.find((one) => one === request.params.speed)
      if (speed === undefined) return refuse(reply, 404, { code: 'notFound' })
      return reply.header('Cache-Control', 'public, max-age=60').send(await profiles.leaders(speed))
    },
  )

  const changes = { response: { 200: ratingChangesReplySchema, ...REFUSALS } }
  json.get<IdParams>(
    '/api/games/:id/ratings',
    { onRequest, schema: changes },
    async (request, reply) => {
      const id = gameIdSchema.safeParse(request.params.id)
      if (!id.success) return refuse(reply, 404, { code: 'unknownGame' })
      return { changes: [...(await profiles.changesOf(id.data))] }
    },
  )

  const expected = { response: { 200: expectedReplySchema, ...REFUSALS } }
  json.get<IdParams>(
    '/api/challenges/:id/expected',
    { onRequest, schema: expected },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const player = await recognise(request.headers.cookie)
      if (player === undefined) return refuse(reply, 401, { code: 'signedOut' })
      const id = challengeIdSchema.safeParse(request.params.id)
      const challenge = id.success ? await lobby.lookUp(id.data) : undefined
      const speed = challenge && speedOf(challenge.terms.timeControl)
      if (challenge?.terms.isRated !== true || speed === undefined) {
        return refuse(reply, 404, { code: 'notFound' })
      }
      return ratings.expected(player.id, challenge.challenger.id, speed)
    },
  )
}

// --- internal ---

/** Each queries the database a few times. */
const PRICE = 5

interface IdParams {
  Params: { id: string }
}

interface SpeedParams {
  Params: { speed: string }
}

interface NameParams {
  Params: { name: string }
}
