import { useTranslate } from '../../i18n/i18n.ts'
import { ROUTES } from '../../routes.ts'
import { useAddress } from '../../ui/links.ts'

/** Shown if there is no puzzle of the requested kind. */
export function NoPuzzle() {
  const t = useTranslate()
  const at = useAddress()
  return (
    <div class="page">
      <h1>{t('puzzles.none')}</h1>
      <a class="button button-main" href={at(ROUTES.puzzles)}>
        {t('puzzles.all')}
      </a>
    </div>
  )
}
