import { type DailyLevel, type Day, positionOfDay } from '@hokito/protocol'
import { useContext } from 'preact/hooks'
import { PieceLookContext } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { dayQuery } from '../../models/daily/daily-link.ts'
import { type DailyGame, marginOfDaily } from '../../models/daily/daily-store.ts'
import { ROUTES } from '../../routes.ts'
import { formatResult, shareText } from '../../words/daily.ts'
import { useCopy } from '../game/use-copy.ts'

interface ShareDayProps {
  readonly day: Day
  readonly date: string
  /** The counted games of that day. */
  readonly games: readonly DailyGame[]
}

/**
 * Shares the results of a day, as a text or a picture without spoilers. If the device cannot share,
 * it copies the text and saves the picture.
 */
export function ShareDay({ day, date, games }: ShareDayProps) {
  const t = useTranslate()
  const look = useContext(PieceLookContext)
  const { told, tell, byHand, copy } = useCopy()
  const results = resultsOf(games)
  if (results.length === 0) return null
  const address = ROUTES.daily + dayQuery(day)
  const text = shareText(t, date, results, location.origin + address)
  const share = async () => {
    if (typeof navigator.share === 'function') await send({ text })
    else await copy(text)
  }
  const card = {
    title: `${t('app.name')} – ${t('daily.title')}`,
    date,
    position: positionOfDay(day),
    results: results.map((result) => formatResult(t, result)),
    address: location.host + address,
  }
  const sharePicture = async () => {
    tell(undefined)
    try {
      const { dayPictureOf, saveDayPicture } = await import('../../models/daily/day-picture.ts')
      const picture = await dayPictureOf(card, { orientation: 'black', look })
      const file = new File([picture], `hokito-${day}.png`, { type: picture.type })
      if (navigator.canShare?.({ files: [file] })) return await send({ files: [file], text })
      saveDayPicture(file)
      tell((t) => t('daily.pictureSaved'))
    } catch {
      tell((t) => t('notice.pictureFailed'))
    }
  }
  return (
    <>
      <div class="button-row">
        <button type="button" class="button" onClick={() => void share()}>
          {t('daily.share')}
        </button>
        <button type="button" class="button" onClick={() => void sharePicture()}>
          {t('daily.picture')}
        </button>
      </div>
      <p role="status">{told}</p>
      {byHand !== undefined && (
        <textarea class="input" readOnly rows={4} aria-label={t('daily.share')} value={byHand} />
      )}
    </>
  )
}

// --- internal ---

interface Result {
  readonly level: DailyLevel
  readonly margin: number
}

function resultsOf(games: readonly DailyGame[]): readonly Result[] {
  return games
    .flatMap((game) => {
      const margin = marginOfDaily(game)
      return margin === undefined ? [] : [{ level: game.level, margin }]
    })
    .sort((a, b) => a.level - b.level)
}

/** Closing the system's dialog is no error. */
async function send(data: ShareData): Promise<void> {
  await navigator.share(data).catch(() => undefined)
}
