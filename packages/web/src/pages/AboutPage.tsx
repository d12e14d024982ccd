import { useTranslate } from '../i18n/i18n.ts'
import { useServices } from '../services.ts'
import { useTitle } from '../ui/tab.ts'

/** Whose game this is, and what this site is. */
export function AboutPage() {
  const t = useTranslate()
  const { offline } = useServices()
  useTitle(t('about.title'))
  return (
    <div class="page">
      <h1>{t('about.title')}</h1>
      <p>{t('about.game')}</p>
      <p>{t('about.project')}</p>
      <p>{t('about.free')}</p>
      <p>{offline.isKept.value ? t('about.offline') : t('about.notOffline')}</p>
      {/* A page of the server's, which this script does not show. */}
      <p>
        <a href="/api/v1" target="_top">
          {t('about.programs')}
        </a>
      </p>
      <p class="note">{t('about.version', { version: __VERSION__ })}</p>
    </div>
  )
}
