import { MOST_CHAPTERS, MOST_STUDIES, type PlayerId, type StudyId } from '@hokito/protocol'
import { err, ok } from '@hokito/rules'
import type { Transaction } from 'kysely'
import type { Tables } from '../store/schema.ts'
import type { Changed, Changing } from './change.ts'
import { inOrder } from './read.ts'

/** A study with its first chapter. */
export async function make(
  transaction: Transaction<Tables>,
  owner: PlayerId,
  { study, title, chapter, now }: Changing<'make'> & { readonly now: number },
): Changed {
  const { count } = await transaction
    .selectFrom('studies')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_STUDIES) return err('tooManyStudies')
  await transaction
    .insertInto('studies')
    .values({
      id: study,
      owner,
      title,
      isShared: 0,
      isPublic: 0,
      holder: null,
      version: 1,
      createdAt: now,
      changedAt: now,
    })
    .execute()
  await transaction
    .insertInto('studyChapters')
    .values({ study, n: 1, ...chapter, path: '', version: 1, isExercise: 0, place: null })
    .execute()
  return ok(true)
}

/** A further chapter. Its number must be higher than those of the others. */
export async function addChapter(
  transaction: Transaction<Tables>,
  { study, n, title, hgn }: Changing<'addChapter'>,
): Changed {
  const chapters = await transaction
    .selectFrom('studyChapters')
    .select(['n', 'title', 'hgn'])
    .where('study', '=', study)
    .orderBy('n')
    .execute()
  const same = chapters.find((chapter) => chapter.n === n)
  if (same !== undefined) {
    return same.title === title && same.hgn === hgn ? ok(false) : err('staleStudy')
  }
  if (chapters.length >= MOST_CHAPTERS) return err('tooManyChapters')
  if (n <= (chapters.at(-1)?.n ?? 0)) return err('staleStudy')
  await transaction
    .insertInto('studyChapters')
    .values({ study, n, title, hgn, path: '', version: 1, isExercise: 0, place: null })
    .execute()
  return ok(true)
}

/** A chapter as it is now, unless its version is not the one that the page knew. */
export async function saveChapter(
  transaction: Transaction<Tables>,
  { study, n, version, title, hgn, path }: Changing<'saveChapter'>,
): Changed {
  const stored = await storedChapter(transaction, study, n)
  if (stored === undefined) return err('unknownStudy')
  if (stored.title === title && stored.hgn === hgn && stored.path === path) return ok(false)
  if (stored.version !== version) return err('staleStudy')
  await transaction
    .updateTable('studyChapters')
    .set({ title, hgn, path, version: version + 1 })
    .where('study', '=', study)
    .where('n', '=', n)
    .execute()
  return ok(true)
}

/** Makes a chapter an exercise for the readers, or a chapter like the others. */
export async function setExercise(
  transaction: Transaction<Tables>,
  { study, n, isExercise }: Changing<'setExercise'>,
): Changed {
  const stored = await storedChapter(transaction, study, n)
  if (stored === undefined) return err('unknownStudy')
  if ((stored.isExercise === 1) === isExercise) return ok(false)
  await transaction
    .updateTable('studyChapters')
    .set({ isExercise: isExercise ? 1 : 0 })
    .where('study', '=', study)
    .where('n', '=', n)
    .execute()
  return ok(true)
}

/** Puts a chapter directly after another one, or first. Both must be there. */
export async function moveChapter(
  transaction: Transaction<Tables>,
  { study, n, after }: Changing<'moveChapter'>,
): Changed {
  const chapters = await inOrder(
    transaction.selectFrom('studyChapters').select('n'),
    study,
  ).execute()
  const before = chapters.map((chapter) => chapter.n)
  if (!before.includes(n)) return err('unknownStudy')
  const moved = before.filter((other) => other !== n)
  const at = after === null ? 0 : moved.indexOf(after) + 1
  // The other chapter was removed meanwhile.
  if (after !== null && at === 0) return err('staleStudy')
  moved.splice(at, 0, n)
  if (moved.every((other, place) => other === before[place])) return ok(false)
  for (const [place, other] of moved.entries()) {
    await transaction
      .updateTable('studyChapters')
      .set({ place })
      .where('study', '=', study)
      .where('n', '=', other)
      .execute()
  }
  return ok(true)
}

/** A study keeps its last chapter. */
export async function removeChapter(
  transaction: Transaction<Tables>,
  { study, n }: Changing<'removeChapter'>,
): Changed {
  const chapters = await transaction
    .selectFrom('studyChapters')
    .select('n')
    .where('study', '=', study)
    .execute()
  if (!chapters.some((chapter) => chapter.n === n)) return ok(false)
  if (chapters.length === 1) return err('badChapter')
  await transaction
    .deleteFrom('studyChapters')
    .where('study', '=', study)
    .where('n', '=', n)
    .execute()
  return ok(true)
}

// --- internal ---

/** Even a damaged chapter can be overwritten. */
function storedChapter(transaction: Transaction<Tables>, study: StudyId, n: number) {
  return transaction
    .selectFrom('studyChapters')
    .select(['title', 'version', 'isExercise', 'hgn', 'path'])
    .where('study', '=', study)
    .where('n', '=', n)
    .executeTakeFirst()
}
