import {
  type Chapter,
  chapterHeadSchema,
  chapterSchema,
  MOST_SHOWN_STUDIES,
  type PlayerId,
  type PublicStudy,
  publicStudySchema,
  type Study,
  type StudyId,
  studySchema,
} from '@hokito/protocol'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { nameIn } from '../players/cards.ts'
import type { RowSource } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'

type StudyRow = Awaited<ReturnType<ReturnType<typeof studiesIn>['executeTakeFirstOrThrow']>>

/** Studies with their owners' names. An account that is gone has no studies. */
export function studiesIn(db: Kysely<Tables>) {
  return db
    .selectFrom('studies')
    .innerJoin('credentials', 'credentials.player', 'studies.owner')
    .innerJoin('players', 'players.id', 'studies.owner')
    .select([
      'studies.id',
      'studies.title',
      'studies.owner',
      'studies.isShared',
      'studies.isPublic',
      'studies.version',
      'studies.changedAt',
      'studies.holder',
      'players.name',
    ])
}

/** The chapters of a study in its order. Those without a place, which are newer, come last. */
export function inOrder<O>(
  chapters: SelectQueryBuilder<Tables, 'studyChapters', O>,
  study: StudyId,
): SelectQueryBuilder<Tables, 'studyChapters', O> {
  return chapters
    .where('study', '=', study)
    .orderBy('place', (place) => place.asc().nullsLast())
    .orderBy('n')
}

/** A study with all its members, as only they and its owner see it. */
export async function readStudy(source: RowSource, id: StudyId): Promise<Study | undefined> {
  const found = await studiesIn(source.db).where('studies.id', '=', id).executeTakeFirst()
  return found && studyOf(source, found)
}

/** The study of a row, with its members and the heads of its chapters; undefined if it is damaged. */
export async function studyOf(
  source: RowSource,
  { owner, name, isShared, isPublic, holder, ...row }: StudyRow,
): Promise<Study | undefined> {
  const { db, rows } = source
  const named = nameIn(rows, { id: owner, name })
  if (named === undefined) return undefined
  const heads = db.selectFrom('studyChapters').select(['n', 'title', 'version', 'isExercise'])
  const chapters = await inOrder(heads, row.id).execute()
  const members = await membersOf(source, row.id)
  const study = {
    ...row,
    owner: named,
    isShared: isShared === 1,
    // An older node that stops sharing a study leaves the column as it is.
    ...(isShared === 1 && isPublic === 1 && { isPublic: true as const }),
    chapters: chapters.flatMap(({ isExercise, ...head }) => {
      const chapter = { ...head, isExercise: isExercise === 1 }
      return rows.read(chapterHeadSchema, chapter, chapterRow(row.id, head.n)) ?? []
    }),
    holder: holder === null || members.some(holds(holder)) ? holder : owner,
    members,
  }
  return rows.read(studySchema, study, { table: 'studies', id: row.id })
}

/** The public studies of a player, the last changed first. */
export async function publicStudiesOf(
  { db, rows }: RowSource,
  owner: PlayerId,
): Promise<readonly PublicStudy[]> {
  const found = await db
    .selectFrom('studies')
    .select(['id', 'title', 'changedAt'])
    .select((query) =>
      query
        .selectFrom('studyChapters')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('studyChapters.study', '=', 'studies.id')
        .as('chapters'),
    )
    .where('owner', '=', owner)
    .where('isShared', '=', 1)
    .where('isPublic', '=', 1)
    .orderBy('changedAt', 'desc')
    .orderBy('id')
    .limit(MOST_SHOWN_STUDIES)
    .execute()
  return found.flatMap(({ chapters, ...row }) => {
    const study = { ...row, chapters: Number(chapters) }
    return rows.read(publicStudySchema, study, { table: 'studies', id: row.id }) ?? []
  })
}

export async function readChapter(
  { db, rows }: RowSource,
  study: StudyId,
  n: number,
): Promise<Chapter | undefined> {
  const row = await db
    .selectFrom('studyChapters')
    .select(['n', 'title', 'version', 'isExercise', 'hgn', 'path'])
    .where('study', '=', study)
    .where('n', '=', n)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const chapter = { ...row, isExercise: row.isExercise === 1 }
  return rows.read(chapterSchema, chapter, chapterRow(study, n))
}

/** May a player change a study, apart from who controls the pieces? */
export function isEditor({ owner, members }: Study, player: PlayerId): boolean {
  return owner.id === player || members.some(holds(player))
}

/** Is a player the owner of a study, or one of its members? */
export function isInside({ owner, members }: Study, player: PlayerId | undefined): boolean {
  return owner.id === player || members.some(({ id }) => id === player)
}

/**
 * A study as a reader sees it: only the owner learns whether it is public, and only the owner and
 * the members see who is a member.
 */
export function seenBy(reader: PlayerId | undefined, study: Study): Study {
  if (study.owner.id === reader) return study
  const { isPublic: _, ...seen } = study
  return isInside(study, reader) ? seen : { ...seen, holder: null, members: [] }
}

// --- internal ---

function chapterRow(study: StudyId, n: number) {
  return { table: 'studyChapters', id: `${study} ${n}` } as const
}

/** Whether a member may hold the pieces, and is this player. */
function holds(player: PlayerId): (member: Study['members'][number]) => boolean {
  return ({ id, mayEdit }) => mayEdit && id === player
}

/** The members of a study, by name. Deleted accounts are left out. */
async function membersOf({ db, rows }: RowSource, study: StudyId): Promise<Study['members']> {
  const found = await db
    .selectFrom('studyMembers')
    .innerJoin('credentials', 'credentials.player', 'studyMembers.player')
    .innerJoin('players', 'players.id', 'studyMembers.player')
    .select(['players.id', 'players.name', 'studyMembers.mayEdit'])
    .where('studyMembers.study', '=', study)
    .orderBy('players.name')
    .execute()
  return found.flatMap(({ mayEdit, ...row }) => {
    const member = nameIn(rows, row)
    return member === undefined ? [] : { ...member, mayEdit: mayEdit === 1 }
  })
}
