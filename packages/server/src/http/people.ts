import {
  blockSchema,
  followSchema,
  type HttpRefusal,
  type PlayerId,
  peopleReplySchema,
  relationReplySchema,
  reportSchema,
  talkSettingSchema,
} from '@hokito/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { Visitors } from '../limiting/visitors.ts'
import type { EventStream } from '../live/events.ts'
import type { Games } from '../live/games.ts'
import type { Lobby } from '../live/lobby.ts'
import { limitationsOf } from '../people/limitations.ts'
import type { People } from '../people/people.ts'
import type { Reports } from '../people/reports.ts'
import type { Talk } from '../people/talk.ts'
import { hasAccount } from '../players/credentials.ts'
import type { Tables } from '../store/schema.ts'
import { counted } from './counting.ts'
import { ownPosts } from './own-posts.ts'
import { jsonRoutesOf, REFUSALS, refuse, refuseForNow } from './replies.ts'
import { recogniserOf, type SessionDependencies } from './session.ts'

export interface PeopleRoutesDependencies {
  readonly sessions: SessionDependencies
  readonly db: Kysely<Tables>
  readonly people: People
  readonly talk: Talk
  readonly reports: Reports
  readonly lobby: Pick<Lobby, 'forPlayer'>
  readonly games: Pick<Games, 'look'>
  readonly visitors: Visitors
  readonly events: EventStream
  /** Which of these players are connected, to any node? */
  readonly present: (players: readonly PlayerId[]) => Promise<ReadonlySet<PlayerId>>
}

/**
 * `GET /api/people` and `/api/people/:name`, and the changes between people, each a `POST` of our
 * own pages: follow, block, write, report.
 */
export function addPeopleRoutes(
  app: FastifyInstance,
  dependencies: PeopleRoutesDependencies,
): void {
  const { sessions, db, people, talk, reports, lobby, games, visitors, events } = dependencies
  const onRequest = counted(visitors, visitors.requests, PRICE)
  const recognise = recogniserOf(app, sessions)
  const json = jsonRoutesOf(app)
  const post = postIn(app, dependencies)

  const all = { response: { 200: peopleReplySchema, ...REFUSALS } }
  json.get('/api/people', { onRequest, schema: all }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const player = await recognise(request.headers.cookie)
    if (player === undefined) return { limitations: [] }
    const waitMs = visitors.people.take(player.id)
    if (waitMs > 0) return refuseForNow(reply, waitMs)
    const limitations = [...(await limitationsOf(db, player.id, sessions.now()))]
    if (!(await hasAccount(db, player.id))) return { limitations }
    return { limitations, people: await peopleOf(player.id) }
  })

  const peopleOf = async (player: PlayerId) => {
    const followed = await people.followedBy(player)
    const here = await dependencies.present(followed.map(({ player: one }) => one))
    return {
      followed: followed.map(({ player: one, ...rest }) => ({ ...rest, isHere: here.has(one) })),
      followers: await people.countFollowers(player),
      blocked: [...(await people.blockedBy(player))],
      challenges: lobby.forPlayer(player).toReversed(),
      talks: await talk.isOnFor(player),
    }
  }

  const one = { response: { 200: relationReplySchema, ...REFUSALS } }
  json.get<NameParams>('/api/people/:name', { onRequest, schema: one }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const player = await recognise(request.headers.cookie)
    const relation = await people.relation(player?.id, request.params.name)
    return relation ?? refuse(reply, 404, { code: 'unknownPlayer' })
  })

  post('follow', followSchema, async (player, { name, isOn }) => {
    const followed = await people.follow(player, name, isOn)
    return followed.ok ? undefined : followed.error
  })

  post('block', blockSchema, async (player, { player: blocked, isOn }) => {
    const done = await people.block(player, blocked, isOn)
    if (!done.ok) return done.error
    events.publish('peopleChanged', [player, blocked])
    return undefined
  })

  post('talk', talkSettingSchema, async (player, { isOn }) => {
    if (!(await hasAccount(db, player))) return { code: 'noAccount' }
    await talk.set(player, isOn)
    events.publish('peopleChanged', [player])
    return undefined
  })

  post('report', reportSchema, async (player, { player: reported, reason, words, game: id }) => {
    const game = id && (await games.look(id))
    if (id !== undefined && game === undefined) return { code: 'unknownGame' }
    const added = await reports.add(player, { reported, reason, words, game: game?.view })
    return added.ok ? undefined : added.error
  })
}

// --- internal ---

/** Each queries the database a few times. */
const PRICE = 5
const BODY_BYTES = 8192

interface NameParams {
  Params: { name: string }
}

/**
 * Adds routes that accept only requests from our own pages, for players with a valid cookie; a
 * handler returns a refusal, or nothing.
 */
function postIn(app: FastifyInstance, { sessions, visitors }: PeopleRoutesDependencies) {
  const recognise = recogniserOf(app, sessions)
  const post = ownPosts(app, {
    prefix: '/api/people',
    publicUrl: sessions.publicUrl,
    bodyLimit: BODY_BYTES,
    onRequest: counted(visitors, visitors.requests, PRICE),
    askerOf: ({ headers }) => recognise(headers.cookie),
    waitMsOf: ({ id }) => visitors.peopleChanges.take(id),
  })
  return <Body extends z.ZodMiniType>(
    path: string,
    bodySchema: Body,
    change: (player: PlayerId, body: z.output<Body>) => Promise<HttpRefusal | undefined>,
  ): void =>
    post(path, bodySchema, async (reply, player, body) => {
      const refusal = await change(player.id, body)
      return refusal === undefined ? {} : no(reply, refusal)
    })
}

const STATUS: { readonly [code in HttpRefusal['code']]?: number } = {
  noAccount: 403,
  blocked: 403,
  unknownPlayer: 404,
  unknownGame: 404,
  listFull: 409,
}

function no(reply: FastifyReply, refusal: HttpRefusal): FastifyReply {
  const { code, retryAfterMs } = refusal
  if (code === 'tooMany') return refuseForNow(reply, retryAfterMs ?? 0)
  return refuse(reply, STATUS[code] ?? 400, refusal)
}
