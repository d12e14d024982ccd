import { LONGEST_CHAPTER, LONGEST_TITLE, type StudyChange } from '@hokito/protocol'
import { err, formatRecord, ok, parseRecord, type Result } from '@hokito/rules'
import { plainText } from '../ground/plain-text.ts'
import type { LongTask } from '../limiting/long-work.ts'

/**
 * The change with its texts as they are stored, or why they cannot be. A chapter may have thousands
 * of moves to check, so the task yields to games in progress.
 */
export async function checkTexts(
  change: StudyChange,
  task: LongTask,
): Promise<Result<StudyChange, 'badStudyTitle' | 'badChapter'>> {
  if (!('title' in change)) return ok(change)
  const title = titleOf(change.title)
  if (title === undefined) return err('badStudyTitle')
  switch (change.type) {
    case 'edit':
      return ok({ ...change, title })
    case 'make': {
      const { chapter } = change
      const chapterTitle = titleOf(chapter.title)
      if (chapterTitle === undefined) return err('badStudyTitle')
      const hgn = await hgnOf(chapter.hgn, task)
      if (hgn === undefined) return err('badChapter')
      return ok({ ...change, title, chapter: { title: chapterTitle, hgn } })
    }
    case 'addChapter':
    case 'saveChapter': {
      const hgn = await hgnOf(change.hgn, task)
      return hgn === undefined ? err('badChapter') : ok({ ...change, title, hgn })
    }
  }
}

// --- internal ---

function titleOf(text: string): string | undefined {
  const title = plainText(text)
  return title === '' || title.length > LONGEST_TITLE ? undefined : title
}

/** A record of which every move is legal, in the one way of writing it. */
async function hgnOf(text: string, task: LongTask): Promise<string | undefined> {
  const record = parseRecord(text)
  if (!record.ok) return undefined
  await task.goOn()
  const hgn = formatRecord(record.value)
  await task.goOn()
  return hgn.length > LONGEST_CHAPTER ? undefined : hgn
}
