import type { Study } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { changeStudy, type StudyRefusal } from '../../models/analysis/studies-api.ts'
import { partIn } from '../../models/analysis/study-part.ts'
import { studyRoute } from '../../routes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { gameTitle } from '../../words/study.ts'
import { useConnection } from '../online/use-connection.ts'
import { RefusalLine } from './StudyFields.tsx'

interface AddToStudyProps {
  /** The game or the analysis, as a record. */
  readonly hgn: string
  /** The player's studies, and those of others to which the player is invited. */
  readonly studies: readonly Study[]
  /** Reads them again, because one has changed. */
  readonly onStale: () => Promise<void>
  readonly onClose: () => void
}

/** Makes a chapter of a game or an analysis in one of the studies that the player may change. */
export function AddToStudy({ hgn, studies, onStale, onClose }: AddToStudyProps) {
  const t = useTranslate()
  const { route } = useLocation()
  const player = useConnection().player.value?.id
  const [fault, setFault] = useState<StudyRefusal | undefined>(undefined)
  const add = async ({ id, chapters }: Study) => {
    const n = nextChapter(chapters)
    const title = gameTitle(t, hgn) || t('study.chapter', { n })
    const stored = await changeStudy({ type: 'addChapter', study: id, n, title, hgn })
    if (stored.ok) return route(studyRoute(id, n))
    setFault(stored.error)
    // Another member has taken the number.
    if (stored.error === 'staleStudy') await onStale()
  }
  return (
    <Dialog title={t('share.addToStudy')} onClose={onClose}>
      <ul class="card-list">
        {studies
          .filter((study) => partIn(study, player).isEditing)
          .map((study) => (
            <li key={study.id}>
              <button type="button" class="button button-wide" onClick={() => void add(study)}>
                {study.title}
              </button>
            </li>
          ))}
      </ul>
      <RefusalLine refusal={fault} />
      <button type="button" class="button button-main" onClick={onClose}>
        {t('study.make')}
      </button>
    </Dialog>
  )
}

/** The number of a further chapter. */
export function nextChapter(chapters: Study['chapters']): number {
  return Math.max(...chapters.map(({ n }) => n)) + 1
}
