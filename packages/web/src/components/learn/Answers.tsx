import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { LessonModel } from '../../models/learn/lesson-model.ts'

/** The answers to choose from, if a step asks for a number or for yes or no. */
export function Answers({ model }: { model: LessonModel }) {
  const t = useTranslate()
  const step = model.step.value
  // They stay after the right answer, so that nothing moves.
  const isOff = model.isSolved.value
  const [given, setGiven] = useState<number | boolean | undefined>(undefined)
  /** Once the step is solved, the last answer given is the right one. */
  const isRight = (answer: number | boolean) => isOff && answer === given
  if (step.kind === 'count') {
    return (
      <div class="button-row lesson-choices">
        {step.options.map((option) => (
          <button
            key={option}
            type="button"
            class={isRight(option) ? 'button button-big lesson-right' : 'button button-big'}
            disabled={isOff}
            onClick={() => {
              setGiven(option)
              model.answerSum(option)
            }}
          >
            {option}
          </button>
        ))}
      </div>
    )
  }
  if (step.kind === 'isOver') {
    return (
      <div class="button-row lesson-choices">
        {([true, false] as const).map((isOver) => (
          <button
            key={String(isOver)}
            type="button"
            class={isRight(isOver) ? 'button lesson-right' : 'button'}
            disabled={isOff}
            onClick={() => {
              setGiven(isOver)
              model.answerIsOver(isOver)
            }}
          >
            {t(isOver ? 'learn.yes' : 'learn.no')}
          </button>
        ))}
      </div>
    )
  }
  return null
}
