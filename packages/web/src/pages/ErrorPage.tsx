import { useTranslate } from '../i18n/i18n.ts'
import { ROUTES } from '../routes.ts'
import { useTitle } from '../ui/tab.ts'

/** Shown when a page fails: the error itself, and ways on. */
export function ErrorPage({ error }: { error: Error }) {
  const t = useTranslate()
  useTitle(t('error.title'))
  return (
    <div class="page" role="alert">
      <h1>{t('error.title')}</h1>
      <p>{t('error.text')}</p>
      <pre class="error-detail">{error.message}</pre>
      <div class="button-row">
        <button type="button" class="button button-main" onClick={() => location.reload()}>
          {t('error.reload')}
        </button>
        {/* A full page load, so that nothing of the failed page is left. */}
        <a class="button" href={ROUTES.home} target="_top">
          {t('error.home')}
        </a>
      </div>
    </div>
  )
}
