import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { createKeptForm, quickLevel } from '../../models/local/kept-form.ts'
import { quickTerms, startGame } from '../../models/local/start-game.ts'
import { gameRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'

/** The end of the tutorial: links to a game against the computer or with a friend. */
export function NowPlay() {
  const t = useTranslate()
  const services = useServices()
  const { route } = useLocation()
  const play = () => {
    const level = quickLevel(createKeptForm(() => localStorage))
    route(gameRoute(startGame(services, quickTerms(services, level))))
  }
  return (
    <>
      <div class="button-row">
        <button type="button" class="button button-main button-big" onClick={play}>
          {t('learn.playNow')}
        </button>
        <a class="button button-big" href={`${ROUTES.newGame}?opponent=friend`}>
          {t('home.friend')}
        </a>
      </div>
      <p class="note">{t('learn.arrange')}</p>
    </>
  )
}
