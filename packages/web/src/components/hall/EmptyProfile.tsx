import { useTranslate } from '../../i18n/i18n.ts'
import { ROUTES } from '../../routes.ts'
import { useAddress } from '../../ui/links.ts'

/** What to do first, on a device on which nothing has been played; today's puzzle is below. */
export function EmptyProfile() {
  const t = useTranslate()
  const at = useAddress()
  return (
    <div class="own-empty">
      <p class="lead">{t('progress.empty')}</p>
      <div class="button-row">
        <a class="button" href={at(ROUTES.learn)}>
          {t('home.learn')}
        </a>
      </div>
    </div>
  )
}
