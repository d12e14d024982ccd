import { outcome, type Position, type RandomBytes, randomDeal, start } from '@hokito/rules'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import type { StudyRefusal } from '../../models/analysis/studies-api.ts'
import { asking, chapterChanges, type FiledChapter } from '../../models/analysis/study-file.ts'
import { useServices } from '../../services.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { nextChapter } from './AddToStudy.tsx'
import { NewChapterForm } from './NewChapterForm.tsx'
import type { StudyPanelProps } from './study-panel-props.ts'
import { useStudyChanges } from './use-study-changes.ts'

/**
 * Adds a chapter to a study, after all that it has when the form is sent. A chapter whose position
 * has just been built is added straight away; its form comes back only if that failed.
 */
export function AddChapter(props: StudyPanelProps) {
  const { study, part, model, draft, onBuild, onAdded } = props
  const t = useTranslate()
  const { randomBytes } = useServices()
  const [isOpen, setOpen] = useState(false)
  const [fault, setFault] = useState<StudyRefusal | undefined>(undefined)
  const close = () => {
    setOpen(false)
    onAdded?.()
  }
  const add = useAdding(props, close)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board for building has just been left.
  useEffect(() => {
    if (draft === undefined) return
    const { title, question, text: hgn, isExercise } = draft
    const built = { title: undefined, hgn, isExercise }
    void add(title, [isExercise ? asking(built, question) : built]).then((refusal) => {
      if (refusal === undefined) return
      setFault(refusal)
      setOpen(true)
    })
  }, [])
  return (
    <>
      <button type="button" class="study-add" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <b aria-hidden="true">+</b>
        {t('study.addChapter')}
      </button>
      {isOpen && (
        <Dialog title={t('study.newChapter')} onClose={close}>
          <NewChapterForm
            title={draft?.title ?? t('study.chapter', { n: nextChapter(study.chapters) })}
            text={draft?.text ?? ''}
            from={t('study.begin.built')}
            label={t('study.addChapter')}
            {...(model &&
              onBuild && {
                open: {
                  model,
                  onBuild: (begun) => onBuild(begun, firstToBuild(model, randomBytes)),
                },
              })}
            // Only the owner makes exercises.
            isExercise={part.isOwner ? (draft?.isExercise ?? false) : undefined}
            question={draft?.question}
            fault={fault}
            onDone={add}
          />
        </Dialog>
      )}
    </>
  )
}

// --- internal ---

/** The position shown, or the first one of its chapter; a new layout if both are over. */
function firstToBuild({ position, first }: AnalysisModel, randomBytes: RandomBytes): Position {
  const playable = [position.peek(), first].find((each) => outcome(each) === undefined)
  return playable ?? start(randomDeal('standard', randomBytes), first.endRule)
}

/** Stores chapters under the next numbers, and shows the first; resolves with the reason if that failed. */
function useAdding({ study, followed, part, routeOf }: StudyPanelProps, onAdded: () => void) {
  const { route } = useLocation()
  const { change } = useStudyChanges(followed)
  // After a failure halfway, the same chapters are sent again under the same numbers.
  const begun = useRef<number | undefined>(undefined)
  return async (named: string, chapters: readonly FiledChapter[]) => {
    const from = begun.current ?? nextChapter(study.chapters)
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
    onAdded()
    route(routeOf(from))
    return undefined
  }
}
