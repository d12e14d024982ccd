import type { ClassId, PlayerId } from '@hokito/protocol'
import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { Tables } from '../store/schema.ts'
import { type Credentials, credentialsNamed } from './credentials.ts'
import { type NamedPlayer, playerNamed } from './named.ts'

/**
 * The pupils of classes that are not open have nothing to do with anyone outside their class:
 * everything that brings two players together asks here.
 */

/** Does a class keep two players apart: a pupil, and someone who is not of the pupil's class? */
export async function areSeparate(
  db: Kysely<Tables>,
  one: PlayerId,
  other: PlayerId,
): Promise<boolean> {
  return (await separateAmong(db, one, [other])).length > 0
}

/** Which of these players does a class keep apart from one? */
export async function separateAmong(
  db: Kysely<Tables>,
  one: PlayerId,
  players: readonly PlayerId[],
): Promise<readonly PlayerId[]> {
  if (players.length === 0) return []
  const places = await placesOf(db, [one, ...players])
  return players.filter((other) =>
    places.some((place) => {
      if (place.player !== one && place.player !== other) return false
      const met = place.player === one ? other : one
      const isOfClass =
        met === place.teacher ||
        places.some(({ player, class: id }) => player === met && id === place.class)
      return place.isOpen !== 1 && !isOfClass
    }),
  )
}

/** Is this player a pupil who may meet nobody outside the class? */
export async function isConfined(db: Kysely<Tables>, player: PlayerId): Promise<boolean> {
  return (await placesOf(db, [player])).some(({ isOpen }) => isOpen !== 1)
}

/** Which of these players are such pupils. */
export async function confinedAmong(
  db: Kysely<Tables>,
  players: readonly PlayerId[],
): Promise<readonly PlayerId[]> {
  if (players.length === 0) return []
  const places = await placesOf(db, players)
  return places.filter(({ isOpen }) => isOpen !== 1).map(({ player }) => player)
}

/** Which of these players does a class hide from another one, or from visitors without an account? */
export function hiddenAmong(
  db: Kysely<Tables>,
  players: readonly PlayerId[],
  from: PlayerId | undefined,
): Promise<readonly PlayerId[]> {
  return from === undefined ? confinedAmong(db, players) : separateAmong(db, from, players)
}

/** For queries: the condition that a class, other than these, hides the player in a column. */
export function isHidden(column: string, except: readonly ClassId[] = []): Expression<SqlBool> {
  const { exists, selectFrom } = expressionBuilder<Tables>()
  const places = selectFrom('pupils')
    .innerJoin('classes', 'classes.id', 'pupils.class')
    .select('pupils.player')
    .where('pupils.player', '=', sql.ref<PlayerId>(column))
    .where('classes.isOpen', '!=', 1)
  return exists(except.length === 0 ? places : places.where('classes.id', 'not in', except))
}

/**
 * For queries: the condition that no class hides the player in a column from another player, or from
 * visitors without an account.
 */
export async function shownTo(
  db: Kysely<Tables>,
  player: PlayerId | undefined,
): Promise<(column: string) => Expression<SqlBool>> {
  const eb = expressionBuilder<Tables>()
  if (player === undefined) return (column) => eb.not(isHidden(column))
  const own = await classesOf(db, player)
  const closed = own.find(({ isPupil, isOpen }) => isPupil === 1 && isOpen !== 1)
  if (closed === undefined) {
    const ids = own.map(({ id }) => id)
    return (column) => eb.not(isHidden(column, ids))
  }
  const members = (await membersOf(db, closed.id).execute()).map((member) => member.player)
  return (column) => eb(sql.ref<PlayerId>(column), 'in', members)
}

/** Which of these players are neither pupils of a class nor its teacher. */
export async function outsidersAmong(
  db: Kysely<Tables>,
  id: ClassId,
  players: readonly PlayerId[],
): Promise<readonly PlayerId[]> {
  if (players.length === 0) return []
  const rows = await membersOf(db, id).execute()
  const members = new Set(rows.map(({ player }) => player))
  return players.filter((player) => !members.has(player))
}

/** Has the owner of the server confirmed this account as a teacher? */
export async function isTeacher(db: Kysely<Tables>, player: PlayerId): Promise<boolean> {
  const found = await db
    .selectFrom('teachers')
    .select('since')
    .where('player', '=', player)
    .executeTakeFirst()
  return found !== undefined
}

/** Is this player the teacher of a class? */
export async function isTeacherOf(
  db: Kysely<Tables>,
  id: ClassId,
  player: PlayerId,
): Promise<boolean> {
  const found = await db
    .selectFrom('classes')
    .innerJoin('teachers', 'teachers.player', 'classes.teacher')
    .select('classes.id')
    .where('classes.id', '=', id)
    .where('classes.teacher', '=', player)
    .executeTakeFirst()
  return found !== undefined
}

/** Is this player a pupil of any class, whose account a teacher looks after? */
export async function isPupil(db: Kysely<Tables>, player: PlayerId): Promise<boolean> {
  return (await placesOf(db, [player])).length > 0
}

/** The account with a name as the public finds it: not that of a pupil who meets nobody outside. */
export async function publicNamed(
  db: Kysely<Tables>,
  name: string,
): Promise<Credentials | undefined> {
  const found = await credentialsNamed(db, name)
  return found !== undefined && (await isConfined(db, found.player)) ? undefined : found
}

/** The player with a name as the public finds them, with an account or without. */
export async function publicPlayerNamed(
  db: Kysely<Tables>,
  name: string,
): Promise<NamedPlayer | undefined> {
  const found = await playerNamed(db, name)
  return found !== undefined && (await isConfined(db, found.card.id)) ? undefined : found
}

/** The classes of which a player is a pupil or the teacher. */
export async function classesOf(db: Kysely<Tables>, player: PlayerId) {
  const taught = db
    .selectFrom('classes')
    .innerJoin('teachers', 'teachers.player', 'classes.teacher')
    .select(['classes.id', 'classes.isOpen', sql.lit(0).as('isPupil')])
    .where('classes.teacher', '=', player)
  return db
    .selectFrom('pupils')
    .innerJoin('classes', 'classes.id', 'pupils.class')
    .select(['classes.id', 'classes.isOpen', sql.lit(1).as('isPupil')])
    .where('pupils.player', '=', player)
    .unionAll(taught)
    .execute()
}

// --- internal ---

/** The pupils of a class, and its teacher. */
function membersOf(db: Kysely<Tables>, id: ClassId) {
  const teacher = db
    .selectFrom('classes')
    .innerJoin('teachers', 'teachers.player', 'classes.teacher')
    .select('teachers.player')
    .where('classes.id', '=', id)
  return db.selectFrom('pupils').select('player').where('class', '=', id).union(teacher)
}

/** The classes of pupils. A teacher whom the owner of the server has dismissed has no part in them. */
function placesOf(db: Kysely<Tables>, players: readonly PlayerId[]) {
  return db
    .selectFrom('pupils')
    .innerJoin('classes', 'classes.id', 'pupils.class')
    .leftJoin('teachers', 'teachers.player', 'classes.teacher')
    .select(['pupils.player', 'pupils.class', 'teachers.player as teacher', 'classes.isOpen'])
    .where('pupils.player', 'in', players)
    .execute()
}
