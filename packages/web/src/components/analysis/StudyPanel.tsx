import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/Icon.tsx'
import { AddChapter } from './AddChapter.tsx'
import type { StudyPanelProps } from './study-panel-props.ts'

/** The study beside its board: its chapters, and all that the player can do with it. */
export function StudyPanel(props: StudyPanelProps) {
  const { study, part, isSolving = false } = props
  const t = useTranslate()
  return (
    <section class="study-panel" aria-label={study.title}>
      <p class="note">
        {!part.isOwner && t('study.by', { name: study.owner.name })}{' '}
        {part.otherHolder !== undefined && t('study.holds', { name: part.otherHolder })}{' '}
        {!part.isEditing && !isSolving && t('study.reader')}
      </p>
      <Chapters {...props} />
      {part.isEditing ? <SavingNote {...props} /> : <News {...props} />}
      {props.tool}
      {props.onTry !== undefined && <TryExercise {...props} onTry={props.onTry} />}
      {props.onTried !== undefined && (
        <button type="button" class="button button-small" onClick={props.onTried}>
          {t('study.tried')}
        </button>
      )}
      {(part.isOwner || part.isMember) && (
        <button
          type="button"
          class="button button-small"
          aria-haspopup="dialog"
          onClick={props.onManage}
        >
          <Icon name="share" />
          {t('study.manage')}
        </button>
      )}
    </section>
  )
}

// --- internal ---

/** The chapters. On a small screen they unfold below the title of the one shown. */
function Chapters(props: StudyPanelProps) {
  const { study, n, routeOf, isChosen, part, chapterTitle } = props
  const t = useTranslate()
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(false)
  const list = useRef<HTMLElement>(null)
  // Another chapter has another board and another list, and the keyboard is to stay in it.
  useEffect(() => {
    if (!isChosen.peek()) return
    isChosen.value = false
    const places = list.current?.querySelectorAll<HTMLElement>('.study-unfold, [aria-current]')
    for (const place of places ?? []) place.focus({ preventScroll: true })
  }, [isChosen])
  const chapters = study.chapters.map((chapter) =>
    chapter.n === n ? { ...chapter, title: chapterTitle } : chapter,
  )
  const shown = chapters.findIndex((chapter) => chapter.n === n)
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
      <ol id={id} class={isUnfolded || chapters.length === 1 ? undefined : 'study-folded'}>
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
              {chapter.isExercise && <small>{t('study.isExercise')}</small>}
            </a>
          </li>
        ))}
      </ol>
      {part.isEditing && <AddChapter {...props} />}
    </nav>
  )
}

interface TryProps extends Pick<StudyPanelProps, 'study' | 'n' | 'model'> {
  readonly onTry: () => void
}

/** Lets the owner of an exercise find its moves. Without moves it cannot be one yet. */
function TryExercise({ study, n, model, onTry }: TryProps) {
  const t = useTranslate()
  if (!study.chapters.some((chapter) => chapter.n === n && chapter.isExercise)) return null
  if (model?.tree.value.children.length === 0) return <p class="note">{t('study.needsMoves')}</p>
  return (
    <button type="button" class="button button-small" onClick={onTry}>
      {t('study.tryIt')}
    </button>
  )
}

function News({ hasNews = false, onReload }: StudyPanelProps) {
  const t = useTranslate()
  return (
    <div role="status">
      {hasNews && (
        <p>
          {t('study.changed')}{' '}
          <button type="button" class="button button-text button-small" onClick={onReload}>
            {t('study.show')}
          </button>
        </p>
      )}
    </div>
  )
}

function SavingNote({ saving = 'saved' }: StudyPanelProps) {
  const t = useTranslate()
  // What another editor has stored is on its way, and is taken in before the rest is stored.
  const told = saving === 'stale' ? 'saving' : saving
  return (
    <p class={told === 'refused' ? 'fault' : 'note'} role="status" data-testid="saving">
      {t(`study.saving.${told}`)}
    </p>
  )
}
