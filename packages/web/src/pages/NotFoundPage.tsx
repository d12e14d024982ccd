import { PagePicture } from '../components/game/PagePicture.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { ROUTES } from '../routes.ts'
import { useTitle } from '../ui/tab.ts'

/** Shown for an unknown address, with a link home. */
export function NotFoundPage() {
  const t = useTranslate()
  useTitle(t('error.notFoundTitle'))
  return (
    <div class="page">
      <h1>{t('error.notFoundTitle')}</h1>
      <PagePicture ply={29} />
      <p>{t('error.notFoundText')}</p>
      <a class="button button-main" href={ROUTES.home}>
        {t('error.home')}
      </a>
    </div>
  )
}
