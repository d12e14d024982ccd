import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import type { ChapterTexts } from './EditedChapter.tsx'
import { ExerciseField, RefusalLine, TitleField } from './StudyFields.tsx'
import type { StudyPanelProps } from './study-panel-props.ts'
import { useStudyChanges } from './use-study-changes.ts'

interface EditChapterProps
  extends Pick<StudyPanelProps, 'study' | 'followed' | 'n' | 'part' | 'chapterTitle'> {
  /** What changes the texts of the chapter; undefined for an owner who does not edit it now. */
  readonly texts: ChapterTexts | undefined
  /** Shares the chapter, as a picture or a text. */
  readonly onShare: () => void
  readonly onClose: () => void
}

/** All that can be done with the chapter shown, beside its moves. */
export function EditChapter(props: EditChapterProps) {
  const { study, followed, n, part, onClose } = props
  const t = useTranslate()
  const [isAsked, setAsked] = useState(false)
  const { fault, change } = useStudyChanges(followed)
  return (
    <>
      <Dialog title={t('study.editChapter')} onClose={onClose}>
        <ChapterForm {...props} />
        <RefusalLine refusal={fault} />
        <div class="button-row">
          <button type="button" class="button" aria-haspopup="dialog" onClick={props.onShare}>
            {t('study.shareChapter')}
          </button>
          {part.isOwner && study.chapters.length > 1 && (
            <button
              type="button"
              class="button"
              aria-haspopup="dialog"
              onClick={() => setAsked(true)}
            >
              {t('study.removeChapter')}
            </button>
          )}
        </div>
      </Dialog>
      {isAsked && (
        <ConfirmDialog
          title={t('study.removeChapterTitle')}
          text={t('study.removeText')}
          yes={t('study.removeChapter')}
          onYes={() => void change({ type: 'removeChapter', study: study.id, n })}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

// --- internal ---

/** The title, and whether the chapter is an exercise, which only the owner decides. */
function ChapterForm(props: EditChapterProps) {
  const { study, followed, n, part, chapterTitle, texts, onClose } = props
  const t = useTranslate()
  const { fault, change } = useStudyChanges(followed)
  const [title, setTitle] = useState(chapterTitle)
  const { isExercise: was = false } = study.chapters.find((chapter) => chapter.n === n) ?? {}
  const [isExercise, setExercise] = useState(was)
  const asked = part.isEditing ? texts?.question() : undefined
  const [question, setQuestion] = useState(asked)
  const save = async () => {
    const isAsked = question !== asked
    if (title !== chapterTitle || isAsked) texts?.change(title, isAsked ? question : undefined)
    const refusal =
      isExercise === was
        ? undefined
        : await change({ type: 'setExercise', study: study.id, n, isExercise })
    if (refusal === undefined) onClose()
  }
  return (
    <form
      class="study-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {part.isEditing && <TitleField title={title} onTitle={setTitle} />}
      {part.isOwner && (
        <ExerciseField
          {...{ isExercise, question }}
          onExercise={setExercise}
          onQuestion={setQuestion}
        />
      )}
      <RefusalLine refusal={fault} />
      <button type="submit" class="button button-main">
        {t('study.save')}
      </button>
    </form>
  )
}
