import { useTranslate } from '../../i18n/i18n.ts'
import type { Connection } from '../../models/online/connection.ts'
import { useServices } from '../../services.ts'

/**
 * Shows when the page has no connection to the server, or the server is busy. If only a newer page
 * can connect, it offers to load that.
 */
export function ConnectionNotice({ connection }: { connection: Connection }) {
  const t = useTranslate()
  const { offline } = useServices()
  const status = connection.status.value
  const isOutdated = status === 'outdated'
  return (
    <div class="connection" role="status" data-status={status}>
      {isOutdated && t('online.refusal.outdated')}
      {isOutdated && (
        <button type="button" class="button button-text button-small" onClick={offline.loadNewest}>
          {t('update.load')}
        </button>
      )}
      {status !== 'online' && !isOutdated && t(`online.status.${status}`)}
      {status === 'online' && connection.isWaiting.value && t('online.status.busy')}
    </div>
  )
}
