import { formatRecord } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { EXAMPLE_GAME } from '../../models/replay/example-game.ts'
import { reviewRoute } from '../../routes.ts'
import { OpenRecord, type OpenRecordProps } from '../replay/OpenRecord.tsx'

/** A form to open a record for a review. */
export function OpenReview({ onOpen, unread }: Pick<OpenRecordProps, 'onOpen' | 'unread'>) {
  const t = useTranslate()
  return (
    <OpenRecord
      title={t('review.title')}
      lead={t('review.lead')}
      textLabel={t('review.textLabel')}
      isForPositions={false}
      routeOf={(record) => reviewRoute(formatRecord(record))}
      onOpen={onOpen}
      unread={unread}
    >
      <button type="button" class="button" onClick={() => onOpen(EXAMPLE_GAME)}>
        {t('record.example')}
      </button>
    </OpenRecord>
  )
}
