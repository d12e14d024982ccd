import { LONGEST_CHAPTER } from '@hokito/protocol'
import { parseRecord } from '@hokito/rules'
import { expect, test } from 'vitest'
import { LANGUAGES, loadLanguage } from '../i18n/i18n.ts'
import { createChapterExercise } from '../models/analysis/chapter-exercise.ts'
import { analysisOf } from '../models/analysis/tree-record.ts'
import { sampleStudy } from './sample-study.ts'

test.each(LANGUAGES)(
  'the sample has chapters to read and one to solve, in %s',
  async (language) => {
    const t = await loadLanguage(
      language,
      new Set(['chapters', 'course', 'played', 'puzzles', 'study']),
    )
    const { study, chapters } = sampleStudy(t)
    expect(study.chapters.map(({ isExercise }) => isExercise)).toEqual([false, false, false, true])
    for (const { hgn, isExercise } of chapters) {
      expect(hgn.length).toBeLessThan(LONGEST_CHAPTER)
      const record = parseRecord(hgn)
      if (!record.ok) return expect.fail(record.error.code)
      const { tree } = analysisOf(record.value)
      expect(tree.comment).not.toBe('')
      if (isExercise) continue
      expect(tree.children).toHaveLength(2)
      expect(tree.shapes).toHaveLength(1)
    }
  },
)

test('the exercise of the sample is solved by its one right move', async () => {
  const t = await loadLanguage('en', new Set(['chapters', 'course', 'played', 'puzzles', 'study']))
  const record = parseRecord(sampleStudy(t).chapters.at(-1)?.hgn ?? '')
  const [right] = record.ok ? record.value.moves : []
  if (!record.ok || right === undefined) return expect.fail('it has a move')
  const exercise = createChapterExercise(analysisOf(record.value), async () => undefined)
  await exercise.play(right)
  expect(exercise.state.value.kind).toBe('done')
})
