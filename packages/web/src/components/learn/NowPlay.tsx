import { FAIR_COMPENSATION } from '@hokito/rules'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { quickTerms, startGame } from '../../models/local/start-game.ts'
import { nextLevelHere } from '../../models/site/next-level-here.ts'
import { gameRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useAddress } from '../../ui/links.ts'
import { joinSentences } from '../../words/sentences.ts'

interface NowPlayProps {
  /** Whether the page of all lessons has a diploma for the learner. */
  readonly hasDiploma?: boolean
}

/** The end of the tutorial: links to a game against the computer or with a friend. */
export function NowPlay({ hasDiploma = false }: NowPlayProps) {
  const at = useAddress()
  const t = useTranslate()
  const services = useServices()
  const { route } = useLocation()
  const play = () => {
    const { level } = nextLevelHere(services)
    route(gameRoute(startGame(services, quickTerms(services, level))))
  }
  return (
    <>
      <div class="button-row">
        <button type="button" class="button button-main button-big" onClick={play}>
          {t('learn.playNow')}
        </button>
        {hasDiploma && (
          <a class="button button-big" href={at(ROUTES.learn)}>
            {t('learn.diploma.see')}
          </a>
        )}
        <a class="button button-big" href={at(ROUTES.strategy)}>
          {t('learn.toStrategy')}
        </a>
        <a class="button button-big" href={`${ROUTES.newGame}?opponent=friend`}>
          {t('home.friend')}
        </a>
      </div>
      <p class="note">
        {joinSentences(t('learn.fair', { points: FAIR_COMPENSATION }), t('learn.divide'))}
      </p>
      <p class="note">{t('learn.arrange')}</p>
    </>
  )
}
