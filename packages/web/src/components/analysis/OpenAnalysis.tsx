import { formatRecord } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { type AnalysisStore, MOST_KEPT } from '../../models/analysis/analysis-store.ts'
import { recordOf } from '../../models/analysis/tree-record.ts'
import { analysisRoute, keptAnalysisRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Icon } from '../../ui/Icon.tsx'
import { analysisName } from '../../words/analysis.ts'
import { formatMoment } from '../../words/dates.ts'
import { OpenRecord, type OpenRecordProps } from '../replay/OpenRecord.tsx'

interface OpenAnalysisProps extends Pick<OpenRecordProps, 'onOpen' | 'unread'> {
  readonly store: AnalysisStore
}

/**
 * Other things to analyse: a game of the player's, a text, a new layout, or an analysis stored on
 * this device.
 */
export function OpenAnalysis({ store, onOpen, unread }: OpenAnalysisProps) {
  const t = useTranslate()
  return (
    <>
      <OpenRecord
        title={t('analysis.title')}
        lead={t('analysis.lead')}
        textLabel={t('record.textLabel')}
        onOpen={onOpen}
        isForPositions
        routeOf={(record) => analysisRoute(formatRecord(record))}
        unread={unread}
      >
        <a class="button" href={ROUTES.analysis}>
          {t('analysis.newLayout')}
        </a>
      </OpenRecord>
      <KeptList store={store} />
    </>
  )
}

// --- internal ---

function KeptList({ store }: Pick<OpenAnalysisProps, 'store'>) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const [{ kept, damaged }, setListed] = useState(store.list)
  if (kept.length === 0 && damaged === 0) return null
  const remove = (id: string) => {
    store.remove(id)
    setListed(store.list())
  }
  return (
    <section class="page" aria-labelledby="kept-title">
      <h2 id="kept-title">{t('analysis.kept')}</h2>
      <p class="note">{t('analysis.keptNote', { most: MOST_KEPT })}</p>
      {damaged > 0 && <p class="fault">{t('analysis.keptDamaged', { count: damaged })}</p>}
      <ul class="card-list">
        {kept.map(({ id, analysis, changedAt }) => {
          const record = recordOf(analysis)
          const name = analysisName(t, record)
          return (
            <li key={id} class="kept-row">
              <a class="card-link" href={keptAnalysisRoute(id)}>
                <span>
                  {name}
                  <small>
                    {t('games.running', { count: record.moves.length })} ·{' '}
                    {formatMoment(language, changedAt)}
                  </small>
                </span>
              </a>
              <button
                type="button"
                class="button button-quiet"
                aria-label={t('analysis.delete', { name })}
                title={t('games.delete')}
                onClick={() => remove(id)}
              >
                <Icon name="bin" />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
