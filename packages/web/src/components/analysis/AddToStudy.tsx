import type { Study } from '@hokito/protocol'
import { formatRecord, parseRecord } from '@hokito/rules'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { changeStudy, fetchStudies, type StudyRefusal } from '../../models/analysis/studies-api.ts'
import { partIn } from '../../models/analysis/study-part.ts'
import { newStudyRoute, studyRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { gameTitle, namedRecord } from '../../words/study.ts'
import { useOwnSide } from '../game/use-own-side.ts'
import { useConnection } from '../online/use-connection.ts'
import { RefusalLine } from './StudyFields.tsx'

interface AddToStudyProps {
  /** The game or the analysis, as a record. */
  readonly hgn: string
  readonly onClose: () => void
}

/**
 * Makes a chapter of a game or an analysis: in one of the studies that the player may change, or in
 * a new one, which is the only way if there is none.
 */
export function AddToStudy({ hgn: given, onClose }: AddToStudyProps) {
  const t = useTranslate()
  const { route } = useLocation()
  const player = useConnection().player.value?.id
  const hgn = useNamed(given)
  const [studies, setStudies] = useState<readonly Study[] | undefined>(undefined)
  const [fault, setFault] = useState<StudyRefusal | undefined>(undefined)
  const read = useCallback(async () => {
    const found = await fetchStudies()
    if (!found.ok) setFault(found.error)
    else if (found.value.studies.length + found.value.invited.length === 0) {
      route(newStudyRoute(hgn))
    } else setStudies([...found.value.studies, ...found.value.invited])
  }, [hgn, route])
  useEffect(() => void read(), [read])
  const add = async ({ id, chapters }: Study) => {
    const n = nextChapter(chapters)
    const title = gameTitle(t, hgn) || t('study.chapter', { n })
    const stored = await changeStudy({ type: 'addChapter', study: id, n, title, hgn })
    if (stored.ok) return route(studyRoute(id, n))
    setFault(stored.error)
    // Another member has taken the number.
    if (stored.error === 'staleStudy') await read()
  }
  if (studies === undefined && fault === undefined) return null
  return (
    <Dialog title={t('share.addToStudy')} onClose={onClose}>
      <ul class="card-list">
        {studies
          ?.filter((study) => partIn(study, player).isEditing)
          .map((study) => (
            <li key={study.id}>
              <button type="button" class="button button-wide" onClick={() => void add(study)}>
                {study.title}
              </button>
            </li>
          ))}
      </ul>
      <RefusalLine refusal={fault} />
      <a class="button button-main" href={newStudyRoute(hgn)}>
        {t('study.make')}
      </a>
    </Dialog>
  )
}

/** The number of a further chapter. */
export function nextChapter(chapters: Study['chapters']): number {
  return Math.max(...chapters.map(({ n }) => n)) + 1
}

// --- internal ---

/** A record with the name of the account for our side. */
function useNamed(hgn: string): string {
  const { accountName } = useServices()
  const [record] = useState(() => {
    const parsed = parseRecord(hgn)
    // It was made from a record.
    if (!parsed.ok) throw new Error(`a game breaks off: ${parsed.error.code}`)
    return parsed.value
  })
  const own = useOwnSide(() => record)
  return useState(() => formatRecord(namedRecord(record, own, accountName.peek())))[0]
}
