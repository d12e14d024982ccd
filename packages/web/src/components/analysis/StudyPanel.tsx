import { useTranslate } from '../../i18n/i18n.ts'
import { StudyTools } from './StudyTools.tsx'
import type { StudyPanelProps } from './study-panel-props.ts'

/** The study beside its board: its chapters, and all that the player can do with it. */
export function StudyPanel(props: StudyPanelProps) {
  const { study, n, go, part, isSolving = false } = props
  const t = useTranslate()
  return (
    <section class="study-panel" aria-label={study.title}>
      <p class="note">
        {!part.isOwner && t('study.by', { name: study.owner.name })}{' '}
        {part.otherHolder !== undefined && t('study.holds', { name: part.otherHolder })}{' '}
        {!part.isEditing && !isSolving && t('study.reader')}
      </p>
      <label class="field">
        {t('study.chapters')}
        <select
          class="select"
          value={n}
          onChange={(event) => go(Number(event.currentTarget.value))}
        >
          {study.chapters.map((chapter) => (
            <option key={chapter.n} value={chapter.n}>
              {chapter.n === n ? props.chapterTitle : chapter.title}
            </option>
          ))}
        </select>
      </label>
      {part.isEditing ? <SavingNote {...props} /> : <News {...props} />}
      {props.tool}
      {(part.isOwner || part.isMember) && (
        <details class="study-fold">
          <summary>{t('study.manage')}</summary>
          <div class="study-tools">
            <StudyTools {...props} />
          </div>
        </details>
      )}
    </section>
  )
}

// --- internal ---

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
