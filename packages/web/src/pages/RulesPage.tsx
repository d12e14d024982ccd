import { useLocation } from 'preact-iso'
import { WhenUsed } from '../components/game/WhenUsed.tsx'
import { TryBoard } from '../components/learn/TryBoard.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { DIAGRAMS } from '../models/learn/diagrams.ts'
import { RULINGS } from '../models/learn/rulings.ts'
import { FIRST_LEVEL, quickTerms, startGame } from '../models/local/start-game.ts'
import { gameRoute, ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { useTitle } from '../ui/tab.ts'
import {
  describeMadeUp,
  describeOwnPlacement,
  describeRule,
  describeRuling,
} from '../words/rules.ts'
import '../components/learn/learn.css'
import './rules.css'
import { useAddress } from '../ui/links.ts'

/**
 * The rules, each with a board to try it out, and rulings on questions that the rulebooks leave
 * open. It prints on one sheet.
 */
export function RulesPage() {
  const t = useTranslate()
  const at = useAddress()
  const services = useServices()
  const { route } = useLocation()
  useTitle(t('rules.title'))
  return (
    <article class="rules">
      <header>
        <h1>{t('rules.title')}</h1>
        <p class="lead">
          {t('rules.lead')} <span class="screen-only">{t('rules.try')}</span>
        </p>
        <p class="note screen-only">{describeMadeUp(t)}</p>
        <div class="button-row screen-only">
          <a class="button" href={at(ROUTES.learn)}>
            {t('rules.learnInstead')}
          </a>
          <button type="button" class="button" onClick={() => print()}>
            {t('rules.print')}
          </button>
        </div>
      </header>
      {DIAGRAMS.map(({ key, position, hint, claims }) => (
        <section key={key} class="rules-section">
          <div>
            <h2>{t(`rules.sections.${key}.title`)}</h2>
            <p>{describeRule(t, { key, claims })}</p>
          </div>
          <WhenUsed>
            {() => (
              <TryBoard
                start={position}
                hint={hint}
                label={t('rules.boardLabel', { what: t(`rules.sections.${key}.title`) })}
              />
            )}
          </WhenUsed>
        </section>
      ))}
      <Rulings />
      <p class="print-only">{t('home.credit')}</p>
      <button
        type="button"
        class="button button-main button-big screen-only"
        onClick={() => route(gameRoute(startGame(services, quickTerms(services, FIRST_LEVEL))))}
      >
        {t('rules.playNow')}
      </button>
    </article>
  )
}

// --- internal ---

function Rulings() {
  const t = useTranslate()
  return (
    <section class="rulings">
      <h2>{t('rules.rulingsTitle')}</h2>
      <dl>
        {RULINGS.map((key) => (
          <div key={key}>
            <dt>{t(`rules.rulings.${key}.question`)}</dt>
            <dd>{describeRuling(t, key)}</dd>
          </div>
        ))}
      </dl>
      <p>{describeOwnPlacement(t)}</p>
    </section>
  )
}
