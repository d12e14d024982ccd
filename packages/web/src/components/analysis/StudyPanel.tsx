import { useTranslate } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/Icon.tsx'
import { StudyChapters } from './StudyChapters.tsx'
import type { StudyPanelProps } from './study-panel-props.ts'

/** The study beside its board: its chapters, and all that the player can do with it. */
export function StudyPanel(props: StudyPanelProps) {
  const { study, part, isSolving = false } = props
  const t = useTranslate()
  const notes = [
    !part.isOwner && t('study.by', { name: study.owner.name }),
    part.otherHolder !== undefined && t('study.holds', { name: part.otherHolder }),
    !part.isEditing && !isSolving && t('study.reader'),
  ].filter(Boolean)
  return (
    <section class="study-panel" aria-label={study.title}>
      {notes.length > 0 && <p class="note">{notes.join(' ')}</p>}
      <StudyChapters {...props} />
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
