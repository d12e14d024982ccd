import { PagePicture } from '../components/game/PagePicture.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { useServices } from '../services.ts'
import { useTitle } from '../ui/tab.ts'

/** The game, its publisher, and this site. */
export function AboutPage() {
  const t = useTranslate()
  const { offline } = useServices()
  useTitle(t('about.title'))
  return (
    <div class="page">
      <h1>{t('about.title')}</h1>
      <PagePicture />
      <p>{t('about.game')}</p>
      <p>{t('about.project')}</p>
      <p>{t('about.free')}</p>
      <p>{offline.isKept.value ? t('about.offline') : t('about.notOffline')}</p>
      {/* The server renders that page, so the router must not handle the link. */}
      <p>
        <a href="/api/v1" target="_top">
          {t('about.programs')}
        </a>
      </p>
      <p class="note">{t('about.version', { version: __VERSION__ })}</p>
    </div>
  )
}
