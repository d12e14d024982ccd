import {
  type Class,
  type ClassId,
  classSchema,
  MOST_CLASSES,
  MOST_PUPILS,
  MOST_TASKS,
  NO_PROGRESS,
  type NumberedTask,
  numberedTaskSchema,
  type OwnClass,
  type PlayerId,
  type Pupil,
  type PupilProgress,
  pupilProgressSchema,
  reportedProgressSchema,
} from '@hokito/protocol'
import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { LongTask } from '../limiting/long-work.ts'
import { nameIn } from '../players/cards.ts'
import { isTeacher } from '../players/confinement.ts'
import type { ClassesTable } from '../store/class-tables.ts'
import { parseJson } from '../store/json.ts'
import type { RowReader, RowSource } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'

/** The pupils of a class. */
export async function pupilsOf(db: Kysely<Tables>, id: ClassId): Promise<readonly PlayerId[]> {
  const rows = await db.selectFrom('pupils').select('player').where('class', '=', id).execute()
  return rows.map(({ player }) => player)
}

/** A class whose pupils are read one at a time. */
export type ClassInParts = Omit<Class, 'pupils'> & { readonly pupils: AsyncIterable<Pupil> }

/**
 * The classes of a teacher with all that is in them, the oldest first; none unless the owner of the
 * server has confirmed the account as a teacher. This is long work: hundreds of pupils may each have
 * done hundreds of things.
 */
export async function* classesOf(
  source: RowSource,
  teacher: PlayerId,
  task: LongTask,
): AsyncGenerator<ClassInParts> {
  if (!(await isTeacher(source.db, teacher))) return
  const found = await source.db
    .selectFrom('classes')
    .select(['id', 'name', 'isOpen'])
    .where('teacher', '=', teacher)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(MOST_CLASSES)
    .execute()
  for (const row of found) {
    if (!(await task.goOn())) return
    const head = headOf(source.rows, row)
    if (head === undefined) continue
    const tasks = await tasksOf(source, row.id)
    yield { ...head, pupils: pupilsIn(source, row.id, task), tasks }
  }
}

/** The class of a pupil without what the others have done; undefined for all other players. */
export async function ownClassOf(
  source: RowSource,
  player: PlayerId,
): Promise<OwnClass | undefined> {
  const { db, rows } = source
  const row = await db
    .selectFrom('pupils')
    .innerJoin('classes', 'classes.id', 'pupils.class')
    .innerJoin('players', 'players.id', 'classes.teacher')
    .select([
      'classes.id',
      'classes.name',
      'classes.isOpen',
      'classes.teacher',
      'players.name as teacherName',
      'pupils.progressJson',
      'pupils.isOffered',
    ])
    .where('pupils.player', '=', player)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const head = headOf(rows, row)
  const teacher = nameIn(rows, { id: row.teacher, name: row.teacherName })
  if (head === undefined || teacher === undefined) return undefined
  const all = await membersOf(source, row.id)
  return {
    name: head.name,
    teacher: teacher.name,
    isOpen: head.isOpen,
    classmates: all.filter(({ id }) => id !== player),
    tasks: await tasksOf(source, row.id),
    done: progressOf(rows, player, row.progressJson),
    isOffered: row.isOffered === 1,
  }
}

/** The stored progress of a pupil; nothing if it is damaged. */
export function progressOf(rows: RowReader, pupil: PlayerId, json: string): PupilProgress {
  const row = { table: 'pupils', id: pupil } as const
  return rows.read(pupilProgressSchema, parseJson(json), row) ?? NO_PROGRESS
}

/** The progress of a pupil on several devices: whatever was done on any of them. */
export function mergedProgress(known: PupilProgress, more: PupilProgress): PupilProgress {
  const merged = {
    lessons: [...new Set([...known.lessons, ...more.lessons])],
    exercises: [...new Set([...known.exercises, ...more.exercises])],
    puzzles: Math.max(known.puzzles, more.puzzles),
    levels: [...new Set([...known.levels, ...more.levels])].sort((one, other) => one - other),
  }
  // Only made-up names can be too many.
  return reportedProgressSchema.safeParse(merged).data ?? known
}

// --- internal ---

const headSchema = z.pick(classSchema, { id: true, name: true, isOpen: true })

/** A class without what is in it. */
function headOf(
  rows: RowReader,
  { id, name, isOpen }: Pick<Selectable<ClassesTable>, 'id' | 'name' | 'isOpen'>,
) {
  return rows.read(headSchema, { id, name, isOpen: isOpen === 1 }, { table: 'classes', id })
}

/** The pupils of a class, by name. */
async function membersOf({ db, rows }: RowSource, id: ClassId) {
  const found = await db
    .selectFrom('pupils')
    .innerJoin('players', 'players.id', 'pupils.player')
    .select(['players.id', 'players.name'])
    .where('pupils.class', '=', id)
    .orderBy('players.name')
    .orderBy('players.id')
    .limit(MOST_PUPILS)
    .execute()
  return found.flatMap((row) => nameIn(rows, row) ?? [])
}

/** The pupils of a class with what they have done, by name. */
async function* pupilsIn(source: RowSource, id: ClassId, task: LongTask): AsyncGenerator<Pupil> {
  for (const pupil of await membersOf(source, id)) {
    if (!(await task.goOn())) return
    const row = await source.db
      .selectFrom('pupils')
      .select(['progressJson', 'isOffered'])
      .where('player', '=', pupil.id)
      .where('class', '=', id)
      .executeTakeFirst()
    // One who has left the class meanwhile is no pupil any more.
    if (row === undefined) continue
    const done = progressOf(source.rows, pupil.id, row.progressJson)
    yield { ...pupil, done, isOffered: row.isOffered === 1 }
  }
}

async function tasksOf({ db, rows }: RowSource, id: ClassId): Promise<NumberedTask[]> {
  const found = await db
    .selectFrom('classTasks')
    .select(['n', 'taskJson'])
    .where('class', '=', id)
    .orderBy('n')
    .limit(MOST_TASKS)
    .execute()
  return found.flatMap(({ n, taskJson }) => {
    const row = { table: 'classTasks', id: `${id} ${n}` } as const
    return rows.read(numberedTaskSchema, { n, task: parseJson(taskJson) }, row) ?? []
  })
}
