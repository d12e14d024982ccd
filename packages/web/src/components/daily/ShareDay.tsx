import { useTranslate } from '../../i18n/i18n.ts'
import { dayQuery } from '../../models/daily/daily-link.ts'
import { type DailyGame, marginOfDaily } from '../../models/daily/daily-store.ts'
import { ROUTES } from '../../routes.ts'
import { shareText } from '../../words/daily.ts'
import { useCopy } from '../game/use-copy.ts'

interface ShareDayProps {
  readonly date: string
  /** The counted games of one day. */
  readonly games: readonly DailyGame[]
}

/** Sends the results of a day to friends as a text that gives nothing away; where that cannot be, copies it. */
export function ShareDay({ date, games }: ShareDayProps) {
  const t = useTranslate()
  const { told, byHand, copy } = useCopy()
  const results = games
    .flatMap((game) => {
      const margin = marginOfDaily(game)
      return margin === undefined ? [] : [{ level: game.level, margin }]
    })
    .sort((a, b) => a.level - b.level)
  const [first] = games
  if (first === undefined || results.length === 0) return null
  const share = async () => {
    const text = shareText(t, date, results, location.origin + ROUTES.daily + dayQuery(first.day))
    // Whoever closes the system's dialog has changed their mind.
    if (typeof navigator.share === 'function') {
      return navigator.share({ text }).catch(() => undefined)
    }
    await copy(text)
  }
  return (
    <>
      <div class="button-row">
        <button type="button" class="button" onClick={() => void share()}>
          {t('daily.share')}
        </button>
      </div>
      <p role="status">{told}</p>
      {byHand !== undefined && (
        <textarea class="input" readOnly rows={4} aria-label={t('daily.share')} value={byHand} />
      )}
    </>
  )
}
