import { useTranslate } from '../../i18n/i18n.ts'
import { ROUTES } from '../../routes.ts'
import { useAddress } from '../../ui/links.ts'

/** Credits the game, and links to the about page, which the menu does not have. */
export function Footer() {
  const t = useTranslate()
  const at = useAddress()
  return (
    <footer class="site-footer">
      <p>{t('home.credit')}</p>
      <a href={at(ROUTES.about)}>{t('nav.about')}</a>
    </footer>
  )
}
