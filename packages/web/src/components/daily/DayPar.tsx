import type { Day } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { createPar, createParStore, PAR_GAMES, parOf } from '../../models/daily/par.ts'
import { startEngine } from '../../models/device/start-engine.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { formatSigned } from '../../words/signed.ts'

interface DayParProps {
  readonly day: Day
  /** The player's own margin on that day. */
  readonly margin: number
  /** Whether the line stands alone, in words that need no explanation. */
  readonly isBrief?: boolean
}

/** The result of strong play from a day's board beside the player's own. */
export function DayPar({ day, margin, isBrief = false }: DayParProps) {
  const t = useTranslate()
  const { deviceStorage } = useServices()
  const model = useOwned(() =>
    createPar(day, { start: startEngine, store: createParStore(deviceStorage) }),
  )
  const margins = model.margins.value
  const par = parOf(margins)
  if (model.hasFailed.value) return <p role="status">{t('notice.computerFailed')}</p>
  if (par === undefined) {
    return (
      <p class="note" role="status">
        {t('daily.par.wait', { game: margins.length + 1, games: PAR_GAMES })}
      </p>
    )
  }
  return (
    <>
      <p role="status" data-testid="par">
        {t(isBrief ? 'daily.par.brief' : 'daily.par.line', {
          par: formatSigned(Math.round(par.mean)),
          low: formatSigned(Math.round(par.mean - par.spread)),
          high: formatSigned(Math.round(par.mean + par.spread)),
          margin: formatSigned(margin),
        })}
      </p>
      {!isBrief && <p class="note">{t('daily.par.note')}</p>}
    </>
  )
}
