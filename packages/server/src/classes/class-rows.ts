import {
  type Class,
  type ClassId,
  type ClassTask,
  classTaskSchema,
  MOST_CLASSES,
  MOST_PUPILS,
  MOST_TASKS,
  NO_PROGRESS,
  type NumberedTask,
  type OwnClass,
  type PlayerId,
  type PupilProgress,
  pupilProgressSchema,
} from '@hokito/protocol'
import type { Kysely } from 'kysely'
import { parseJson } from '../store/json.ts'
import type { Tables } from '../store/schema.ts'

/** The pupils of a class. */
export async function pupilsOf(db: Kysely<Tables>, id: ClassId): Promise<readonly PlayerId[]> {
  const rows = await db.selectFrom('pupils').select('player').where('class', '=', id).execute()
  return rows.map(({ player }) => player)
}

/** The classes of a teacher with all that is in them, the oldest first. */
export async function classesOf(db: Kysely<Tables>, teacher: PlayerId): Promise<readonly Class[]> {
  const rows = await db
    .selectFrom('classes')
    .select(['id', 'name', 'isOpen'])
    .where('teacher', '=', teacher)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(MOST_CLASSES)
    .execute()
  const classes: Class[] = []
  for (const { id, name, isOpen } of rows) {
    classes.push({
      id,
      name,
      isOpen: isOpen === 1,
      pupils: await pupilsIn(db, id),
      tasks: await tasksOf(db, id),
    })
  }
  return classes
}

/** The class of a pupil without what the others have done; undefined for all other players. */
export async function ownClassOf(
  db: Kysely<Tables>,
  player: PlayerId,
): Promise<OwnClass | undefined> {
  const row = await db
    .selectFrom('pupils')
    .innerJoin('classes', 'classes.id', 'pupils.class')
    .innerJoin('players', 'players.id', 'classes.teacher')
    .select([
      'classes.id',
      'classes.name',
      'classes.isOpen',
      'players.name as teacher',
      'pupils.progressJson',
      'pupils.isOffered',
    ])
    .where('pupils.player', '=', player)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const others = await pupilsIn(db, row.id)
  return {
    name: row.name,
    teacher: row.teacher,
    isOpen: row.isOpen === 1,
    classmates: others.filter(({ id }) => id !== player).map(({ id, name }) => ({ id, name })),
    tasks: await tasksOf(db, row.id),
    done: progressOf(row.progressJson),
    isOffered: row.isOffered === 1,
  }
}

/** The stored progress of a pupil; nothing if it is damaged. */
export function progressOf(json: string): PupilProgress {
  return pupilProgressSchema.safeParse(parseJson(json)).data ?? NO_PROGRESS
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
  return pupilProgressSchema.safeParse(merged).data ?? known
}

// --- internal ---

async function pupilsIn(db: Kysely<Tables>, id: ClassId): Promise<Class['pupils']> {
  const rows = await db
    .selectFrom('pupils')
    .innerJoin('players', 'players.id', 'pupils.player')
    .select(['players.id', 'players.name', 'pupils.progressJson', 'pupils.isOffered'])
    .where('pupils.class', '=', id)
    .orderBy('players.name')
    .orderBy('players.id')
    .limit(MOST_PUPILS)
    .execute()
  return rows.map(({ progressJson, isOffered, ...pupil }) => ({
    ...pupil,
    done: progressOf(progressJson),
    isOffered: isOffered === 1,
  }))
}

async function tasksOf(db: Kysely<Tables>, id: ClassId): Promise<NumberedTask[]> {
  const rows = await db
    .selectFrom('classTasks')
    .select(['n', 'taskJson'])
    .where('class', '=', id)
    .orderBy('n')
    .limit(MOST_TASKS)
    .execute()
  return rows.flatMap(({ n, taskJson }) => {
    const task: ClassTask | undefined = classTaskSchema.safeParse(parseJson(taskJson)).data
    return task === undefined ? [] : [{ n, task }]
  })
}
