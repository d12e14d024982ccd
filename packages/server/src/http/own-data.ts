import { Readable } from 'node:stream'
import { type GameId, type PlayerCard, recordOf } from '@hokito/protocol'
import { formatRecord } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import { credentialsOf } from '../players/credentials.ts'
import type { GameStore } from '../store/game-store.ts'
import type { Tables } from '../store/schema.ts'
import { counted } from './counting.ts'
import { refuse, refuseForNow } from './replies.ts'
import { recogniserOf, type SessionDependencies } from './session.ts'

/** What is needed to give somebody all there is about them. */
export interface OwnDataDependencies {
  readonly sessions: SessionDependencies
  readonly db: Kysely<Tables>
  readonly store: GameStore
  readonly games: Games
  readonly visitors: Visitors
}

/**
 * `GET /api/account/data`: everything that is kept of whoever asks, as JSON to be saved: player, account, sessions,
 * former names, ratings, and each game as a record. Written as it is read, so that nobody's is too much at once.
 */
export function addOwnDataRoute(app: FastifyInstance, dependencies: OwnDataDependencies): void {
  const { sessions, visitors } = dependencies
  const onRequest = counted(visitors, visitors.requests)
  const recognise = recogniserOf(app, sessions)
  app.get('/api/account/data', { onRequest }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const player = await recognise(request.headers.cookie)
    if (player === undefined) return refuse(reply, 401, { code: 'signedOut' })
    const waitMs = visitors.downloads.take(player.id)
    if (waitMs > 0) return refuseForNow(reply, waitMs)
    return reply
      .type('application/json; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="hokito-data.json"')
      .send(Readable.from(textOf(player, dependencies)))
  })
}

// --- internal ---

/** Games whose ids are read at once. */
const PAGE = 100

async function* textOf(
  player: PlayerCard,
  { db, store, games }: OwnDataDependencies,
): AsyncGenerator<string> {
  const about = JSON.stringify({ player, ...(await aboutOf(db, player)) })
  yield `${about.slice(0, -1)},"games":[`
  let isFirst = true
  for await (const id of idsOf(store, player)) {
    const game = await games.look(id)
    const record = game && recordOf(game.view)
    // What was given up before it was dealt has nothing to tell.
    if (record === undefined) continue
    yield `${isFirst ? '' : ','}\n${JSON.stringify({ id, hgn: formatRecord(record) })}`
    isFirst = false
  }
  yield ']}\n'
}

async function aboutOf(db: Kysely<Tables>, { id }: PlayerCard) {
  const credentials = await credentialsOf(db, id)
  const { createdAt } = await db
    .selectFrom('players')
    .select('createdAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const sessions = await db
    .selectFrom('sessions')
    .select(['createdAt', 'seenAt'])
    .where('player', '=', id)
    .execute()
  const names = await db
    .selectFrom('heldKeys')
    .select(['name', 'until'])
    .distinct()
    .where('player', '=', id)
    .where('until', 'is not', null)
    .$narrowType<{ until: number }>()
    .execute()
  const ratings = await db.selectFrom('ratings').selectAll().where('player', '=', id).execute()
  return {
    since: dateOf(createdAt),
    ...(credentials && { accountSince: dateOf(credentials.createdAt) }),
    sessions: sessions.map((session) => ({
      since: dateOf(session.createdAt),
      seen: dateOf(session.seenAt),
    })),
    formerNames: names.map(({ name, until }) => ({ name, keptUntil: dateOf(until) })),
    ratings: ratings.map(({ player: _, ratedAt, ...rating }) => ({
      ...rating,
      ratedAt: dateOf(ratedAt),
    })),
  }
}

async function* idsOf(store: GameStore, { id: player }: PlayerCard): AsyncGenerator<GameId> {
  yield* await store.runningOf(player, PAGE)
  let after: GameId | undefined
  for (;;) {
    const ids = (await store.finishedOf(player, PAGE, after)) ?? []
    yield* ids
    after = ids.at(-1)
    if (ids.length < PAGE) return
  }
}

function dateOf(instant: number): string {
  return new Date(instant).toISOString()
}
