import { COLORS } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { colorTallies, countOf, levelTallies } from '../../models/site/history.ts'
import { levelName } from '../../words/levels.ts'
import type { History } from './use-history.ts'

/** The share of games won at each level of the computer, and the results by colour; from a first win. */
export function Levels({ history }: { readonly history: History }) {
  const t = useTranslate()
  const levels = levelTallies(history).filter(
    ({ level, tally }) => level !== 'best' || countOf(tally) > 0,
  )
  const colors = colorTallies(history)
  if (!levels.some(({ tally }) => tally.won > 0)) return null
  return (
    <section class="levels">
      <h2>{t('progress.levels')}</h2>
      <ol class="level-bars">
        {levels.map(({ level, tally }) => {
          const played = countOf(tally)
          const numbers = { won: tally.won, played }
          return (
            <li key={level}>
              <span
                class={`level-bar${history.next.level === level ? ' level-bar-next' : ''}`}
                style={{ '--won': played === 0 ? 0 : tally.won / played }}
                aria-hidden="true"
              />
              <span
                aria-hidden="true"
                title={level === 'best' ? t('homePage.levelBest') : levelName(t, level)}
              >
                {level === 'best' ? '★' : level}
              </span>
              <span class="visually-hidden">
                {level === 'best'
                  ? t('progress.fullStrength', numbers)
                  : t('progress.level', { level, name: levelName(t, level), ...numbers })}
              </span>
            </li>
          )
        })}
      </ol>
      {COLORS.map(
        (color) =>
          countOf(colors[color]) > 0 && (
            <p key={color} class="level-color">
              <span class={`disc disc-small disc-${color}`} aria-hidden="true" />
              {t(`profile.results.${color}`, colors[color])}
            </p>
          ),
      )}
    </section>
  )
}
