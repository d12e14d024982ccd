import { LONGEST_TITLE } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import type { StudyRefusal } from '../../models/analysis/studies-api.ts'
import { LONGEST_COMMENT } from '../../models/analysis/tree.ts'
import { describeStudyRefusal } from '../../words/study.ts'

interface TitleFieldProps {
  readonly title: string
  readonly onTitle: (title: string) => void
}

/** The title of a study or of a chapter. */
export function TitleField({ title, onTitle }: TitleFieldProps) {
  const t = useTranslate()
  return (
    <label class="field">
      {t('study.name')}
      <input
        class="input"
        type="text"
        required
        // Spaces alone are no title.
        pattern=".*\S.*"
        autocomplete="off"
        maxLength={LONGEST_TITLE}
        value={title}
        onInput={(event) => onTitle(event.currentTarget.value)}
      />
    </label>
  )
}

interface ExerciseFieldProps {
  readonly isExercise: boolean
  readonly onExercise: (isExercise: boolean) => void
  /** What its readers are asked; undefined if that cannot be changed now. */
  readonly question: string | undefined
  readonly onQuestion: (question: string) => void
}

/** Whether readers find the moves of a chapter, and what they read first. */
export function ExerciseField(props: ExerciseFieldProps) {
  const { isExercise, onExercise, question, onQuestion } = props
  const t = useTranslate()
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={isExercise}
          onChange={(event) => onExercise(event.currentTarget.checked)}
        />
        {t('study.exercise')}
      </label>
      {isExercise && question !== undefined && (
        <>
          <label class="field">
            {t('study.question')}
            <textarea
              class="input"
              rows={2}
              maxLength={LONGEST_COMMENT}
              value={question}
              onInput={(event) => onQuestion(event.currentTarget.value)}
            />
          </label>
          <p class="note">{t('study.questionNote')}</p>
        </>
      )}
    </>
  )
}

interface RefusalLineProps {
  readonly refusal: StudyRefusal | undefined
}

/** Why a change of a study failed, if it did. */
export function RefusalLine({ refusal }: RefusalLineProps) {
  const t = useTranslate()
  if (refusal === undefined) return null
  return (
    <p class="fault" role="alert">
      {describeStudyRefusal(t, refusal)}
    </p>
  )
}
