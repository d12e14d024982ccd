import {
  type GameId,
  linesOf,
  type PlayerCard,
  type PlayerId,
  parseLines,
  recordOf,
} from '@hokito/protocol'
import { COLORS, formatMove, formatRecord } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { ownLinesSchema } from '../game/lines.ts'
import type { LongTask } from '../limiting/long-work.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import { credentialsOf } from '../players/credentials.ts'
import type { GameStore } from '../store/game-store.ts'
import { parseJson } from '../store/json.ts'
import { gamesOnSide, keyRanges } from '../store/paging.ts'
import type { Tables } from '../store/schema.ts'
import { counted } from './counting.ts'
import { sendLong } from './long-answers.ts'
import { refuse } from './replies.ts'
import { recogniserOf, type SessionDependencies } from './session.ts'

export interface OwnDataDependencies {
  readonly sessions: SessionDependencies
  readonly db: Kysely<Tables>
  readonly store: GameStore
  readonly games: Games
  readonly visitors: Visitors
}

/**
 * `GET /api/account/data`: all data stored about the asker, as a JSON file: player, account,
 * sessions, former names, tokens, e-mail address and e-mails, notified devices, ratings, people,
 * conditional moves, breaks, tournaments, and each game as a record. Written as it is read, so that
 * no player's data is too much at a time.
 */
export function addOwnDataRoute(app: FastifyInstance, dependencies: OwnDataDependencies): void {
  const { sessions, visitors } = dependencies
  const onRequest = counted(visitors, visitors.requests)
  const recognise = recogniserOf(app, sessions)
  app.get('/api/account/data', { onRequest }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const player = await recognise(request.headers.cookie)
    if (player === undefined) return refuse(reply, 401, { code: 'signedOut' })
    return sendLong(request, reply, visitors, {
      take: () => visitors.downloads.take(player.id),
      headers: FILE,
      chunksOf: (task) => textOf(player, dependencies, task),
    })
  })
}

/** All games of a player: the running ones, then the finished ones, the latest first. */
export async function* gameIdsOf(
  store: GameStore,
  { id: player }: PlayerCard,
  task: LongTask,
): AsyncGenerator<GameId> {
  yield* await store.runningOf(player, PAGE)
  let after: GameId | undefined
  while (await task.goOn()) {
    const ids = (await store.finishedOf(player, PAGE, after)) ?? []
    yield* ids
    after = ids.at(-1)
    if (ids.length < PAGE) return
  }
}

// --- internal ---

/** Rows read in one query: a millisecond or two of work. */
const PAGE = 100

const FILE = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Disposition': 'attachment; filename="hokito-data.json"',
}

async function* textOf(
  player: PlayerCard,
  { db, store, games }: OwnDataDependencies,
  task: LongTask,
): AsyncGenerator<string> {
  const about = JSON.stringify({ player, ...(await aboutOf(db, player)) })
  yield about.slice(0, -1)
  yield* listOf('said', saidBy(db, player.id, task))
  yield* listOf('conditionalMoves', conditionalMovesOf(db, player.id, task))
  yield* listOf('games', recordsOf(gameIdsOf(store, player, task), games, task))
  yield '}\n'
}

/** A list of unlimited length, as a further property of the object. */
async function* listOf(name: string, items: AsyncIterable<object>): AsyncGenerator<string> {
  yield `,"${name}":[`
  let isFirst = true
  for await (const item of items) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(item)}`
    isFirst = false
  }
  yield ']'
}

async function* recordsOf(
  ids: AsyncIterable<GameId>,
  games: Pick<Games, 'look'>,
  task: LongTask,
): AsyncGenerator<object> {
  for await (const id of ids) {
    if (!(await task.goOn())) return
    const game = await games.look(id)
    const record = game && recordOf(game.view)
    // A game called off before the deal has no record.
    if (record !== undefined) yield { id, hgn: formatRecord(record) }
  }
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
  const tokens = await db
    .selectFrom('accessTokens')
    .select(['name', 'scopes', 'createdAt', 'usedAt'])
    .where('player', '=', id)
    .execute()
  const devices = await db
    .selectFrom('pushSubscriptions')
    .select(['endpoint', 'language', 'createdAt', 'sentAt'])
    .where('player', '=', id)
    .orderBy('createdAt')
    .execute()
  const ratings = await db.selectFrom('ratings').selectAll().where('player', '=', id).execute()
  const mail = await db
    .selectFrom('mailAddresses')
    .select(['address', 'language', 'confirmedAt'])
    .where('player', '=', id)
    .executeTakeFirst()
  const mailLinks = await db
    .selectFrom('mailLinks')
    .select(['kind', 'address', 'until'])
    .where('player', '=', id)
    .execute()
  const gameLetters = await db
    .selectFrom('gameLetters')
    .select(['since', 'turnsAt'])
    .where('player', '=', id)
    .executeTakeFirst()
  const waitingLetters = await db
    .selectFrom('waitingLetters')
    .select(['kind', 'subject', 'dueAt'])
    .where('player', '=', id)
    .execute()
  const people = await peopleOf(db, id)
  const tournaments = await tournamentsOf(db, id)
  const breaks = await db
    .selectFrom('breaks')
    .select(['startedAt', 'until'])
    .where('player', '=', id)
    .orderBy('key')
    .execute()
  const made = await db.selectFrom('tournaments').select('id').where('maker', '=', id).execute()
  return {
    since: dateOf(createdAt),
    ...(credentials && { accountSince: dateOf(credentials.createdAt) }),
    sessions: sessions.map((session) => ({
      since: dateOf(session.createdAt),
      seen: dateOf(session.seenAt),
    })),
    formerNames: names.map(({ name, until }) => ({ name, keptUntil: dateOf(until) })),
    tokens: tokens.map(({ name, scopes, createdAt: since, usedAt }) => ({
      name,
      scopes: scopes.split(' '),
      since: dateOf(since),
      ...(usedAt !== null && { used: dateOf(usedAt) }),
    })),
    ...(mail && {
      mail: {
        address: mail.address,
        language: mail.language,
        confirmed: dateOf(mail.confirmedAt),
      },
    }),
    mailLinks: mailLinks.map(({ until, ...link }) => ({ ...link, until: dateOf(until) })),
    ...(gameLetters && {
      gameLetters: {
        since: dateOf(gameLetters.since),
        ...(gameLetters.turnsAt !== null && { turnsTold: dateOf(gameLetters.turnsAt) }),
      },
    }),
    waitingLetters: waitingLetters.map(({ dueAt, ...letter }) => ({
      ...letter,
      due: dateOf(dueAt),
    })),
    notifiedDevices: devices.map(({ createdAt: subscribedAt, sentAt, ...device }) => ({
      ...device,
      since: dateOf(subscribedAt),
      ...(sentAt !== null && { notified: dateOf(sentAt) }),
    })),
    ratings: ratings.map(({ player: _, ratedAt, ...rating }) => ({
      ...rating,
      ratedAt: dateOf(ratedAt),
    })),
    ...people,
    tournaments,
    breaks: breaks.map(({ startedAt, until }) => ({
      since: dateOf(startedAt),
      until: dateOf(until),
    })),
    tournamentsMade: made.map(({ id: tournament }) => tournament),
  }
}

/** The tournaments a player has entered, with the sums of the player's games in arenas. */
async function tournamentsOf(db: Kysely<Tables>, id: PlayerId) {
  const rows = await db
    .selectFrom('tournamentEntries as entry')
    .leftJoin('arenaPlayers as arena', (join) =>
      join
        .onRef('arena.tournament', '=', 'entry.tournament')
        .onRef('arena.player', '=', 'entry.player'),
    )
    .select(['entry.tournament', 'entry.at', 'entry.rating', 'entry.outAt'])
    .select(['arena.games', 'arena.wins', 'arena.score', 'arena.points'])
    .where('entry.player', '=', id)
    .orderBy('entry.at')
    .execute()
  return rows.map(({ tournament, at, rating, outAt, games, wins, score, points }) => ({
    tournament,
    rating,
    entered: dateOf(at),
    ...(outAt !== null && { left: dateOf(outAt) }),
    ...(games !== null && { arena: { games, wins, score, points } }),
  }))
}

/** A player's own lines in running games, and all moves that were played by them. */
async function* conditionalMovesOf(
  db: Kysely<Tables>,
  id: PlayerId,
  task: LongTask,
): AsyncGenerator<object> {
  for (const color of COLORS) {
    for await (const games of gamesOnSide(db, color, id)) {
      if (!(await task.goOn())) return
      const rows = await db
        .selectFrom('lines')
        .innerJoin('games', 'games.key', 'lines.game')
        .select(['games.id', 'linesJson'])
        .where('color', '=', color)
        .where(
          'lines.game',
          'in',
          games.map(({ key }) => key),
        )
        .orderBy('games.key')
        .execute()
      for (const { id: game, linesJson } of rows) yield* shownLines(game, linesJson)
    }
  }
}

function* shownLines(game: GameId, linesJson: string): Generator<object> {
  const own = ownLinesSchema.safeParse(parseJson(linesJson))
  if (!own.success) return
  const { set, played } = own.data
  if (set === undefined && played.length === 0) return
  const lines = linesOf(parseLines(set?.lines ?? '') ?? [])
  yield {
    game,
    ...(set && { ply: set.ply }),
    ...(set?.reply && { reply: formatMove(set.reply) }),
    lines: lines.map((moves) => moves.map(formatMove).join(' ')),
    played,
  }
}

/** A player's messages in games. */
async function* saidBy(db: Kysely<Tables>, id: PlayerId, task: LongTask): AsyncGenerator<object> {
  for await (const [from, to] of keyRanges(db, 'sayings')) {
    if (!(await task.goOn())) return
    const rows = await db
      .selectFrom('sayings')
      .select(['game', 'at', 'phrase', 'words'])
      .where('key', '>=', from)
      .where('key', '<=', to)
      .where('player', '=', id)
      .orderBy('key')
      .execute()
    for (const { game, at, phrase, words } of rows) {
      const said = { ...(phrase !== null && { phrase }), ...(words !== null && { words }) }
      yield { game, at: dateOf(at), ...said }
    }
  }
}

/** A player's follows, blocks, reports and sanctions. */
async function peopleOf(db: Kysely<Tables>, id: PlayerId) {
  const follows = await db
    .selectFrom('follows')
    .innerJoin('players', 'players.id', 'followed')
    .select(['name', 'at'])
    .where('player', '=', id)
    .execute()
  const blocks = await db
    .selectFrom('blocks')
    .innerJoin('players', 'players.id', 'blocked')
    .select(['name', 'at'])
    .where('player', '=', id)
    .execute()
  const talks = await db
    .selectFrom('talkers')
    .select('since')
    .where('player', '=', id)
    .executeTakeFirst()
  const reports = await db
    .selectFrom('reports')
    .select(['name', 'reason', 'words', 'game', 'at', 'closedAt', 'answer'])
    .where('reporter', '=', id)
    .orderBy('key')
    .execute()
  const limitations = await db
    .selectFrom('limitations')
    .select(['kind', 'why', 'since', 'until'])
    .where('player', '=', id)
    .execute()
  return {
    follows: follows.map(({ name, at }) => ({ name, since: dateOf(at) })),
    blocks: blocks.map(({ name, at }) => ({ name, since: dateOf(at) })),
    ...(talks && { writesSince: dateOf(talks.since) }),
    reports: reports.map(({ at, closedAt, ...report }) => ({
      ...report,
      at: dateOf(at),
      closedAt: closedAt === null ? null : dateOf(closedAt),
    })),
    limitations: limitations.map(({ kind, why, since, until }) => ({
      kind,
      why,
      since: dateOf(since),
      until: until === null ? null : dateOf(until),
    })),
  }
}

function dateOf(instant: number): string {
  return new Date(instant).toISOString()
}
