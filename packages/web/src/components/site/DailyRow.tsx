import { useTranslate } from '../../i18n/i18n.ts'
import { gameQuery } from '../../models/daily/daily-link.ts'
import type { DailyGame } from '../../models/daily/daily-store.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useAddress } from '../../ui/links.ts'
import { describeDaily, describeDay } from '../../words/daily.ts'

/** A game of the day in the list of games; the player has Black. */
export function DailyRow({ game }: { readonly game: DailyGame }) {
  const t = useTranslate()
  const at = useAddress()
  const { language } = useServices().language.speech.value
  const { day, level, moves } = game
  const result = describeDaily(t, game)
  const notes = [
    describeDay(language, day, 'medium'),
    ...(result === undefined ? [t('games.running', { count: moves.length })] : []),
    t('games.places.local'),
    ...(result === undefined || result.how === '' ? [] : [result.how]),
  ]
  return (
    <li class="game-row">
      <a class="card-link game-link" href={at(ROUTES.daily) + gameQuery(day, level, false)}>
        <span class="disc disc-black" aria-hidden="true" />
        <span class="game-words">
          <span class="game-opponent">{t('daily.levelTitle', { level })}</span>
          <small>{notes.join(' · ')}</small>
        </span>
        {result === undefined ? (
          moves.length % 2 === 0 && <span class="game-turn">{t('games.yourTurn')}</span>
        ) : (
          <span class={`game-result game-${result.success}`}>{result.headline}</span>
        )}
      </a>
    </li>
  )
}
