import { useTranslate } from '../../i18n/i18n.ts'
import { ROUTES } from '../../routes.ts'
import { useAddress } from '../../ui/links.ts'

/** Whose game it is, and the quieter pages. */
export function Footer() {
  const t = useTranslate()
  const at = useAddress()
  return (
    <footer class="site-footer">
      <p>{t('home.credit')}</p>
      <nav aria-label={t('nav.about')}>
        <a href={at(ROUTES.puzzles)}>{t('nav.puzzles')}</a>
        <a href={ROUTES.replay}>{t('nav.replay')}</a>
        <a href={ROUTES.games}>{t('nav.games')}</a>
        <a href={ROUTES.account}>{t('nav.account')}</a>
        <a href={at(ROUTES.about)}>{t('nav.about')}</a>
      </nav>
    </footer>
  )
}
