import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/Icon.tsx'
import { AddChapter } from './AddChapter.tsx'
import { RefusalLine } from './StudyFields.tsx'
import type { StudyPanelProps } from './study-panel-props.ts'
import { useStudyChanges } from './use-study-changes.ts'

/** The chapters of a study. On a small screen they unfold below the title of the one shown. */
export function StudyChapters(props: StudyPanelProps) {
  const { study, n, routeOf, isChosen, part, chapterTitle, solved } = props
  const t = useTranslate()
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(false)
  const list = useRef<HTMLElement>(null)
  useShownInList(list, props)
  const chapters = study.chapters.map((chapter) =>
    chapter.n === n ? { ...chapter, title: chapterTitle } : chapter,
  )
  const shown = chapters.findIndex((chapter) => chapter.n === n)
  const exercises = chapters.filter(({ isExercise }) => isExercise)
  const folded = isUnfolded || chapters.length === 1 ? undefined : 'study-folded'
  const done = exercises.filter((chapter) => solved.includes(chapter.n)).length
  return (
    <nav ref={list} class="study-chapters" aria-label={t('study.chapters')}>
      {chapters.length > 1 && (
        <button
          type="button"
          class="button study-unfold"
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <b>{shown + 1}</b>
          <span>{chapterTitle}</span>
        </button>
      )}
      {!part.isOwner && exercises.length > 0 && (
        <p class="note">{t('study.solved', { done, count: exercises.length })}</p>
      )}
      <ol id={id} class={folded}>
        {chapters.map((chapter, index) => (
          <li key={chapter.n}>
            <a
              href={routeOf(chapter.n)}
              aria-current={chapter.n === n ? 'true' : undefined}
              onClick={() => {
                isChosen.value = chapter.n !== n
                scrollTo(0, 0)
              }}
            >
              <b>{index + 1}</b>
              <span>{chapter.title}</span>
              {chapter.isExercise && <ExerciseMark isSolved={solved.includes(chapter.n)} />}
            </a>
          </li>
        ))}
      </ol>
      {(part.isOwner || part.isEditing) && <ChapterTools {...props} index={shown} />}
      {part.isEditing && <AddChapter {...props} />}
    </nav>
  )
}

// --- internal ---

/** Keeps the chapter shown in view, and the keyboard in the list if it was chosen there. */
function useShownInList(
  list: { readonly current: HTMLElement | null },
  { isChosen, n, study }: StudyPanelProps,
): void {
  // Another chapter has another board and another list.
  useEffect(() => {
    if (!isChosen.peek()) return
    isChosen.value = false
    const places = list.current?.querySelectorAll<HTMLElement>('.study-unfold, [aria-current]')
    for (const place of places ?? []) place.focus({ preventScroll: true })
  }, [isChosen, list])
  const place = study.chapters.findIndex((chapter) => chapter.n === n)
  useLayoutEffect(() => {
    const box = list.current?.querySelector('ol')
    const row = box?.children[place]
    if (box === null || box === undefined || row === undefined) return
    const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()]
    if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top
  }, [list, place])
}

/** That a chapter is an exercise, and whether it was solved on this device. */
function ExerciseMark({ isSolved }: { readonly isSolved: boolean }) {
  const t = useTranslate()
  return (
    <small class={isSolved ? 'study-solved-mark' : undefined}>
      {isSolved && <Icon name="check" />}
      {t(isSolved ? 'study.isSolved' : 'study.isExercise')}
    </small>
  )
}

interface ChapterToolsProps extends StudyPanelProps {
  /** The place of the chapter shown, from 0. */
  readonly index: number
}

/**
 * Puts the chapter shown in another place, and opens what else can be done with it. They stay where
 * they are while it moves, so that each further press moves it on.
 */
function ChapterTools({ study, followed, n, part, index, ...props }: ChapterToolsProps) {
  const t = useTranslate()
  const { fault, change } = useStudyChanges(followed)
  const [isMoved, setMoved] = useState(false)
  const { length: count } = study.chapters
  const move = (by: -1 | 1) => {
    const others = study.chapters.filter((chapter) => chapter.n !== n)
    const after = others[index + by - 1]?.n ?? null
    void change({ type: 'moveChapter', study: study.id, n, after }).then(() => setMoved(true))
  }
  return (
    <div class="study-chapter-tools">
      {part.isOwner &&
        count > 1 &&
        MOVES.map(({ by, label }) => {
          const isOff = index + by < 0 || index + by >= count
          return (
            <button
              key={by}
              type="button"
              class={by < 0 ? 'button study-up' : 'button study-down'}
              aria-label={t(label)}
              title={t(label)}
              // It keeps the focus at either end.
              aria-disabled={isOff}
              onClick={() => {
                if (!isOff) move(by)
              }}
            >
              <Icon name={by < 0 ? 'previous' : 'next'} />
            </button>
          )
        })}
      <button
        type="button"
        class="button"
        aria-haspopup="dialog"
        title={t('study.editChapter')}
        onClick={props.onEditChapter}
      >
        <Icon name="gear" />
        <span>{t('study.editChapter')}</span>
      </button>
      <RefusalLine refusal={fault} />
      <div class="visually-hidden" role="status">
        {isMoved && t('study.moved', { n: index + 1, count })}
      </div>
    </div>
  )
}

const MOVES = [
  { by: -1, label: 'study.up' },
  { by: 1, label: 'study.down' },
] as const
