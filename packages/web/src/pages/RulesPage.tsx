import { useLocation } from 'preact-iso'
import { useTitle } from '../components/hooks.ts'
import { TryBoard } from '../components/TryBoard.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { DIAGRAMS } from '../models/diagrams.ts'
import { FIRST_LEVEL, quickTerms, startGame } from '../models/start-game.ts'
import { gameRoute } from '../routes.ts'
import { useServices } from '../services.ts'

/** The rules in short, each with a board to try it on. */
export function RulesPage() {
  const t = useTranslate()
  const services = useServices()
  const { route } = useLocation()
  useTitle(t('rules.title'))
  return (
    <article class="rules">
      <header>
        <h1>{t('rules.title')}</h1>
        <p class="lead">
          {t('rules.lead')} {t('rules.try')}
        </p>
      </header>
      {DIAGRAMS.map(({ key, position, hint }) => (
        <section key={key} class="rules-section">
          <div>
            <h2>{t(`rules.sections.${key}.title`)}</h2>
            <p>{t(`rules.sections.${key}.text`)}</p>
          </div>
          <TryBoard
            start={position}
            hint={hint}
            label={t('rules.boardLabel', { what: t(`rules.sections.${key}.title`) })}
          />
        </section>
      ))}
      <button
        type="button"
        class="button button-main button-big"
        onClick={() => route(gameRoute(startGame(services, quickTerms(services, FIRST_LEVEL))))}
      >
        {t('rules.playNow')}
      </button>
    </article>
  )
}
