import type { PlayerCard, PlayerId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import { ownClassOf, classesOf as taughtBy } from '../classes/class-rows.ts'
import type { LongTask } from '../limiting/long-work.ts'
import { requestOf } from '../people/teach-requests.ts'
import { isTeacher } from '../players/confinement.ts'
import { credentialsOf } from '../players/credentials.ts'
import { shownProgressOf } from '../players/shown-progress.ts'
import type { RowSource } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'

/** All data stored about a player of which there is little: each list is read whole. */
export async function aboutOf(source: RowSource, { id }: PlayerCard, task: LongTask) {
  const { db } = source
  const person = {
    ...(await datesOf(db, id)),
    sessions: await sessionsOf(db, id),
    formerNames: await formerNamesOf(db, id),
    tokens: await tokensOf(db, id),
    ...(await mailOf(db, id)),
    notifiedDevices: await devicesOf(db, id),
    ratings: await ratingsOf(db, id),
  }
  // These grow for years.
  await task.goOn()
  const people = await peopleOf(db, id)
  await task.goOn()
  const tournaments = await tournamentsOf(db, id)
  await task.goOn()
  const breaks = await breaksOf(db, id)
  const shownProgress = await shownProgressOf(source, id)
  return {
    ...person,
    ...people,
    tournaments,
    breaks,
    tournamentsMade: await tournamentsMadeBy(db, id),
    ...(shownProgress && { shownProgress }),
    ...(await classesOf(source, id, task)),
  }
}

/** An instant as players read it in their data; `unknown` if a row has no instant there. */
export function dateOf(instant: number): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? 'unknown' : date.toISOString()
}

// --- internal ---

/**
 * The classes that a player teaches, with their pupils and tasks, and the one that a player attends,
 * without the names of the others.
 */
async function classesOf(source: RowSource, id: PlayerId, task: LongTask) {
  const isConfirmed = await isTeacher(source.db, id)
  const own = await ownClassOf(source, id)
  const request = await requestOf(source, id)
  return {
    ...(isConfirmed && { isTeacher: true, classes: taughtBy(source, id, task) }),
    ...(request && {
      teachRequest: {
        purpose: request.purpose,
        school: request.school,
        at: dateOf(request.at),
        ...(request.answer && {
          answer: { ...request.answer, at: dateOf(request.answer.at) },
        }),
      },
    }),
    ...(own && {
      class: { name: own.name, teacher: own.teacher, tasks: own.tasks, done: own.done },
    }),
  }
}

async function datesOf(db: Kysely<Tables>, id: PlayerId) {
  const credentials = await credentialsOf(db, id)
  const { createdAt } = await db
    .selectFrom('players')
    .select('createdAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    since: dateOf(createdAt),
    ...(credentials && { accountSince: dateOf(credentials.createdAt) }),
  }
}

async function sessionsOf(db: Kysely<Tables>, id: PlayerId) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['createdAt', 'seenAt'])
    .where('player', '=', id)
    .execute()
  return sessions.map((session) => ({
    since: dateOf(session.createdAt),
    seen: dateOf(session.seenAt),
  }))
}

async function formerNamesOf(db: Kysely<Tables>, id: PlayerId) {
  const names = await db
    .selectFrom('heldKeys')
    .select(['name', 'until'])
    .distinct()
    .where('player', '=', id)
    .where('until', 'is not', null)
    .$narrowType<{ until: number }>()
    .execute()
  return names.map(({ name, until }) => ({ name, keptUntil: dateOf(until) }))
}

async function tokensOf(db: Kysely<Tables>, id: PlayerId) {
  const tokens = await db
    .selectFrom('accessTokens')
    .select(['name', 'scopes', 'createdAt', 'usedAt'])
    .where('player', '=', id)
    .execute()
  return tokens.map(({ name, scopes, createdAt: since, usedAt }) => ({
    name,
    scopes: String(scopes).split(' '),
    since: dateOf(since),
    ...(usedAt !== null && { used: dateOf(usedAt) }),
  }))
}

/** A player's e-mail address, the links in e-mails to it, and the e-mails about games. */
async function mailOf(db: Kysely<Tables>, id: PlayerId) {
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
  return {
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
  }
}

async function devicesOf(db: Kysely<Tables>, id: PlayerId) {
  const devices = await db
    .selectFrom('pushSubscriptions')
    .select(['endpoint', 'language', 'createdAt', 'sentAt'])
    .where('player', '=', id)
    .orderBy('createdAt')
    .execute()
  return devices.map(({ createdAt: subscribedAt, sentAt, ...device }) => ({
    ...device,
    since: dateOf(subscribedAt),
    ...(sentAt !== null && { notified: dateOf(sentAt) }),
  }))
}

async function ratingsOf(db: Kysely<Tables>, id: PlayerId) {
  const ratings = await db.selectFrom('ratings').selectAll().where('player', '=', id).execute()
  return ratings.map(({ player: _, ratedAt, ...rating }) => ({
    ...rating,
    ratedAt: dateOf(ratedAt),
  }))
}

async function breaksOf(db: Kysely<Tables>, id: PlayerId) {
  const breaks = await db
    .selectFrom('breaks')
    .select(['startedAt', 'until'])
    .where('player', '=', id)
    .orderBy('key')
    .execute()
  return breaks.map(({ startedAt, until }) => ({
    since: dateOf(startedAt),
    until: dateOf(until),
  }))
}

async function tournamentsMadeBy(db: Kysely<Tables>, id: PlayerId) {
  const made = await db.selectFrom('tournaments').select('id').where('maker', '=', id).execute()
  return made.map(({ id: tournament }) => tournament)
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
