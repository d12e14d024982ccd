import { useTranslate } from '../../i18n/i18n.ts'
import type { LessonModel } from '../../models/learn/lesson-model.ts'

/** The answers to choose from, where a step asks for a number or for yes and no. */
export function Answers({ model }: { model: LessonModel }) {
  const t = useTranslate()
  const step = model.step.value
  if (model.isSolved.value) return null
  if (step.kind === 'count') {
    return (
      <div class="button-row">
        {step.options.map((option) => (
          <button
            key={option}
            type="button"
            class="button button-big"
            onClick={() => model.answerSum(option)}
          >
            {option}
          </button>
        ))}
      </div>
    )
  }
  if (step.kind === 'isOver') {
    return (
      <div class="button-row">
        <button type="button" class="button" onClick={() => model.answerIsOver(true)}>
          {t('learn.yes')}
        </button>
        <button type="button" class="button" onClick={() => model.answerIsOver(false)}>
          {t('learn.no')}
        </button>
      </div>
    )
  }
  return null
}
