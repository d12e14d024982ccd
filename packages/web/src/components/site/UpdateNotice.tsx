import { useTranslate } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'

/** Offers a newer version of the site once it has been downloaded. */
export function UpdateNotice() {
  const t = useTranslate()
  const { offline } = useServices()
  if (!offline.hasUpdate.value) return null
  return (
    <div class="notice notice-calm update" role="status">
      <p>{t('update.ready')}</p>
      <button type="button" class="button button-text button-small" onClick={offline.loadUpdate}>
        {t('update.load')}
      </button>
    </div>
  )
}
