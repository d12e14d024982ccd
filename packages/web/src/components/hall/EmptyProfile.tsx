import { useTranslate } from '../../i18n/i18n.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useAddress } from '../../ui/links.ts'
import type { History } from './use-history.ts'

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

/** The parts of the site of which the profile has nothing to show yet, in one line. */
export function Untried({ history }: { readonly history: Pick<History, 'puzzles'> }) {
  const t = useTranslate()
  const at = useAddress()
  const { progress } = useServices()
  const hasLessons = progress.done.value.size > 0
  const hasPuzzles = history.puzzles.tried.length > 0
  if (hasLessons && hasPuzzles) return null
  return (
    <p class="ways-on">
      {t('progress.untried')}
      {!hasLessons && <a href={at(ROUTES.learn)}>{t('nav.lessons')}</a>}
      {!hasPuzzles && <a href={at(ROUTES.puzzles)}>{t('nav.puzzles')}</a>}
    </p>
  )
}
