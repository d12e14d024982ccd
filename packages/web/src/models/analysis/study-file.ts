import { LONGEST_TITLE, type Study, type StudyChange, type StudyId } from '@hokito/protocol'
import { err, formatRecord, ok, parseRecord, parseRecords, type Result, tagOf } from '@hokito/rules'
import { type OpenError, readAnalysis } from './open-text.ts'
import { fetchChapter } from './studies-api.ts'
import { ROOT, setComment } from './tree.ts'
import { type Analysis, analysisOf, formatAnalysis } from './tree-record.ts'

/**
 * A chapter as a file has it. The title is that of its `Event` tag, if it has one; its
 * `ChapterMode` says whether it is an exercise.
 */
export interface FiledChapter {
  readonly title: string | undefined
  readonly hgn: string
  readonly isExercise: boolean
}

/**
 * Reads a text that is to become chapters: one record, position or layout number, or the records of
 * several games.
 */
export function readChapters(text: string): Result<readonly FiledChapter[], OpenError> {
  const one = readAnalysis(text)
  if (one.ok) return ok([chapterOf(one.value, undefined)])
  const { error } = one
  if (error.kind !== 'record' || error.error.code !== 'severalGames') return one
  const chapters: FiledChapter[] = []
  for (const record of parseRecords(text)) {
    if (!record.ok) return err({ kind: 'record', error: record.error })
    const title = tagOf(record.value, 'Event')?.slice(0, LONGEST_TITLE)
    chapters.push(chapterOf(analysisOf(record.value), title))
  }
  return ok(chapters)
}

/** A chapter whose readers are asked a question: the comment on its beginning, unless it is blank. */
export function asking(chapter: FiledChapter, question: string): FiledChapter {
  const read = readAnalysis(chapter.hgn)
  if (!read.ok || question.trim() === '') return chapter
  const tree = setComment(read.value.tree, ROOT, question)
  return { ...chapter, hgn: formatAnalysis({ ...read.value, tree }) }
}

/** All chapters of a study as one file of records; undefined if one cannot be read. */
export async function studyFile({ id, chapters }: Study): Promise<string | undefined> {
  const records: string[] = []
  for (const { n, isExercise } of chapters) {
    const chapter = await fetchChapter(id, n)
    const record = chapter.ok ? parseRecord(chapter.value.hgn) : undefined
    if (!chapter.ok || !record?.ok) return undefined
    const tags = {
      ...record.value.tags,
      Event: chapter.value.title,
      ...(isExercise && { [MODE]: EXERCISE }),
    }
    records.push(formatRecord({ ...record.value, tags }))
  }
  return `${records.join('\n\n')}\n`
}

/**
 * The changes that store a chapter under a number, as an exercise if it is one. Number 1 makes the
 * study, if its title is given.
 */
export function chapterChanges(
  study: StudyId,
  n: number,
  { isExercise, ...chapter }: FiledChapter & { readonly title: string },
  newTitle?: string,
): readonly StudyChange[] {
  const stored: StudyChange =
    newTitle === undefined
      ? { type: 'addChapter', study, n, ...chapter }
      : { type: 'make', study, title: newTitle, chapter }
  return isExercise ? [stored, { type: 'setExercise', study, n, isExercise }] : [stored]
}

// --- internal ---

const MODE = 'ChapterMode'
const EXERCISE = 'exercise'

/** The study keeps whether a chapter is an exercise, so its record does not say it again. */
function chapterOf(analysis: Analysis, title: string | undefined): FiledChapter {
  const { [MODE]: mode, ...tags } = analysis.head.tags
  const hgn = formatAnalysis({ ...analysis, head: { ...analysis.head, tags } })
  return { title, hgn, isExercise: mode === EXERCISE }
}
