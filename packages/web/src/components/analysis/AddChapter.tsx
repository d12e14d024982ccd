import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { chapterChanges } from '../../models/analysis/study-file.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { nextChapter } from './AddToStudy.tsx'
import { NewChapterForm } from './NewChapterForm.tsx'
import type { StudyPanelProps } from './study-panel-props.ts'
import { useStudyChanges } from './use-study-changes.ts'

/** Adds a chapter to a study, after all that it has when the form is sent. */
export function AddChapter(props: StudyPanelProps) {
  const { study, followed, part, routeOf, model, draft, onBuild, onAdded } = props
  const t = useTranslate()
  const { route } = useLocation()
  const { change } = useStudyChanges(followed)
  const [isOpen, setOpen] = useState(draft !== undefined)
  const close = () => {
    setOpen(false)
    onAdded?.()
  }
  // After a failure halfway, the same chapters are sent again under the same numbers.
  const begun = useRef<number | undefined>(undefined)
  const next = nextChapter(study.chapters)
  return (
    <>
      <button type="button" class="study-add" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <b aria-hidden="true">+</b>
        {t('study.addChapter')}
      </button>
      {isOpen && (
        <Dialog title={t('study.newChapter')} onClose={close}>
          <NewChapterForm
            title={draft?.title ?? t('study.chapter', { n: next })}
            text={draft?.text ?? ''}
            label={t('study.addChapter')}
            {...(model &&
              onBuild && {
                open: { model, onBuild: (begun) => onBuild(begun, model.position.peek()) },
              })}
            // Only the owner makes exercises.
            isExercise={part.isOwner ? (draft?.isExercise ?? false) : undefined}
            onDone={async (named, chapters) => {
              const from = begun.current ?? next
              begun.current = from
              const changes = chapters.flatMap(({ hgn, title = named, isExercise }, index) =>
                chapterChanges(study.id, from + index, {
                  hgn,
                  title,
                  // Only the owner makes exercises.
                  isExercise: isExercise && part.isOwner,
                }),
              )
              for (const wish of changes) {
                const refusal = await change(wish)
                // Another member's chapter has that number.
                if (refusal === 'staleStudy') begun.current = undefined
                if (refusal !== undefined) return refusal
              }
              begun.current = undefined
              close()
              route(routeOf(from))
              return undefined
            }}
          />
        </Dialog>
      )}
    </>
  )
}
