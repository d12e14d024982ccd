import { LONGEST_CHAPTER, LONGEST_TITLE, type StudyChange } from '@hokito/protocol'
import { err, formatRecord, ok, parseRecord, type Result } from '@hokito/rules'
import { plainText } from '../people/talk.ts'

/** The change with its texts as they are stored, or why they cannot be. */
export function checkTexts(
  change: StudyChange,
): Result<StudyChange, 'badStudyTitle' | 'badChapter'> {
  if (!('title' in change)) return ok(change)
  const title = titleOf(change.title)
  if (title === undefined) return err('badStudyTitle')
  switch (change.type) {
    case 'edit':
      return ok({ ...change, title })
    case 'make': {
      const { chapter } = change
      const [chapterTitle, hgn] = [titleOf(chapter.title), hgnOf(chapter.hgn)]
      if (chapterTitle === undefined) return err('badStudyTitle')
      if (hgn === undefined) return err('badChapter')
      return ok({ ...change, title, chapter: { title: chapterTitle, hgn } })
    }
    case 'addChapter':
    case 'saveChapter': {
      const hgn = hgnOf(change.hgn)
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
function hgnOf(text: string): string | undefined {
  const record = parseRecord(text)
  if (!record.ok) return undefined
  const hgn = formatRecord(record.value)
  return hgn.length > LONGEST_CHAPTER ? undefined : hgn
}
