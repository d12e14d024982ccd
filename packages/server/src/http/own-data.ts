import {
  type GameId,
  linesOf,
  type PlayerCard,
  type PlayerId,
  parseLines,
  recordOf,
} from '@hokito/protocol'
import { COLORS, formatMove, formatRecord } from '@hokito/rules'
import type { Kysely } from 'kysely'
import { ownLinesSchema } from '../game/lines.ts'
import type { LongTask } from '../limiting/long-work.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import { shownName } from '../players/cards.ts'
import type { GameStore } from '../store/game-store.ts'
import { parseJson } from '../store/json.ts'
import { gamesOnSide, keyRanges } from '../store/paging.ts'
import type { RowSource } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'
import { inOrder } from '../studies/read.ts'
import { aboutOf, dateOf } from './about-player.ts'
import { jsonPartsOf } from './json-parts.ts'
import { longAnswer } from './long-answers.ts'
import { operation, type PageOperation } from './operation.ts'

export interface OwnDataDependencies extends RowSource {
  readonly store: GameStore
  readonly games: Games
  readonly visitors: Visitors
}

/**
 * All data stored about the asker, as a JSON file: player, account, sessions, former names, tokens,
 * e-mail address and e-mails, notified devices, ratings, people, conditional moves, breaks,
 * tournaments, studies, classes, and each game as a record. Written as it is read, so that no
 * player's data is too much at a time.
 */
const ownData = operation({
  asker: 'player',
  path: '/api/account/data',
  answer: { type: 'application/json; charset=utf-8' },
  cache: 'never',
  price: 1,
  handle: async (_, asked, dependencies: OwnDataDependencies) => {
    const { player } = asked
    const { visitors } = dependencies
    return longAnswer(asked, visitors, {
      take: () => visitors.downloads.take(player.id),
      fileName: 'hokito-data.json',
      chunksOf: (task) => textOf(player, dependencies, task),
    })
  },
})

export const OWN_DATA_OPERATIONS: readonly PageOperation<OwnDataDependencies>[] = [ownData]

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

async function* textOf(
  player: PlayerCard,
  dependencies: OwnDataDependencies,
  task: LongTask,
): AsyncGenerator<string> {
  const { db, store, games } = dependencies
  yield* jsonPartsOf({
    player,
    ...(await aboutOf(dependencies, player, task)),
    said: saidBy(db, player.id, task),
    conditionalMoves: conditionalMovesOf(db, player.id, task),
    studies: studiesOf(db, player.id, task),
    invitations: invitationsOf(db, player.id),
    games: recordsOf(gameIdsOf(store, player, task), games, task),
  })
  yield '\n'
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

/** A player's studies, each with its chapters. */
async function* studiesOf(
  db: Kysely<Tables>,
  id: PlayerId,
  task: LongTask,
): AsyncGenerator<object> {
  const studies = await db
    .selectFrom('studies')
    .select(['id', 'title', 'isShared', 'isPublic', 'createdAt', 'changedAt'])
    .where('owner', '=', id)
    .orderBy('createdAt')
    .execute()
  for (const { id: study, title, createdAt, changedAt, ...row } of studies) {
    if (!(await task.goOn())) return
    const texts = db.selectFrom('studyChapters').select(['title', 'hgn', 'isExercise'])
    const stored = await inOrder(texts, study).execute()
    const chapters = stored.map((chapter) => ({
      ...chapter,
      isExercise: chapter.isExercise === 1,
    }))
    const members = await db
      .selectFrom('studyMembers')
      .innerJoin('players', 'players.id', 'studyMembers.player')
      .select(['players.name', 'studyMembers.mayEdit'])
      .where('studyMembers.study', '=', study)
      .orderBy('players.name')
      .execute()
    const invited = members.map(({ name, mayEdit }) => ({
      name: shownName(name),
      mayEdit: mayEdit === 1,
    }))
    const dates = { since: dateOf(createdAt), changed: dateOf(changedAt) }
    const isShared = row.isShared === 1
    const readers = { isShared, isPublic: isShared && row.isPublic === 1 }
    yield { id: study, title, ...readers, ...dates, chapters, members: invited }
  }
}

/** The studies of others to which a player is invited. */
async function* invitationsOf(db: Kysely<Tables>, id: PlayerId): AsyncGenerator<object> {
  const rows = await db
    .selectFrom('studyMembers')
    .innerJoin('studies', 'studies.id', 'studyMembers.study')
    .innerJoin('players', 'players.id', 'studies.owner')
    .select(['studies.id', 'players.name as owner', 'studyMembers.mayEdit', 'studyMembers.at'])
    .where('studyMembers.player', '=', id)
    .orderBy('studyMembers.at')
    .execute()
  for (const { at, mayEdit, id: study, owner } of rows) {
    yield { id: study, owner: shownName(owner), mayEdit: mayEdit === 1, since: dateOf(at) }
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
