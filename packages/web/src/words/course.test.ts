import { formatMove } from '@hokito/rules'
import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { CHAPTERS } from '../models/learn/course/chapters.ts'
import { describeExample, describeMeasured } from './course.ts'

test.each(CHAPTERS)(
  'the chapter $id names the moves and figures of its positions',
  async (chapter) => {
    const t = await loadLanguage('en', new Set(['chapters', 'course']))
    for (const example of chapter.examples) {
      const said = describeExample(t, chapter.id, example)
      expect(said).toContain(formatMove(example.move))
      const { compensation } = example.position
      if (compensation > 0) expect(said).toContain(`White gets ${compensation} points`)
    }
    const measured = describeMeasured(t, chapter)
    expect(measured).not.toMatch(/\{\{|NaN|undefined/)
    expect(measured).toMatch(/\d/)
  },
)
