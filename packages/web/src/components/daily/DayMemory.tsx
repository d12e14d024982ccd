import type { DailyLevel, Day } from '@hokito/protocol'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { besideParOf, type DailyMemory, memoryOf } from '../../models/daily/daily-memory.ts'
import type { DailyGame } from '../../models/daily/daily-store.ts'
import { createParStore } from '../../models/daily/par.ts'
import { useServices } from '../../services.ts'
import { describeDay, formatAverage } from '../../words/daily.ts'
import { formatSigned } from '../../words/signed.ts'

interface DayMemoryProps {
  readonly games: readonly DailyGame[]
  readonly level: DailyLevel
  /** The day that is shown. */
  readonly day: Day
}

/** The player's own results at a level on the last days, and how this day compares with them. */
export function DayMemory({ games, level, day }: DayMemoryProps) {
  const t = useTranslate()
  const services = useServices()
  const { language } = services.language.speech.value
  const memory = memoryOf(games, level, day, SHOWN)
  const beside = besideParOf(games, level, createParStore(services.deviceStorage).read())
  if (memory.own === undefined && memory.mean === undefined) return null
  const most = Math.max(1, ...memory.row.map(({ margin = 0 }) => Math.abs(margin)))
  return (
    <section class="daily-part">
      <h2>{t('daily.memory.title', { level })}</h2>
      <ol class="daily-memory">
        {memory.row.map(({ day: each, margin }) => (
          <li key={each} aria-current={each === day ? 'date' : undefined}>
            <span
              class={`daily-bar${margin === undefined ? ' daily-bar-none' : margin < 0 ? ' daily-bar-lost' : ''}`}
              style={{ '--share': margin === undefined ? 0 : Math.abs(margin) / most }}
              aria-hidden="true"
            />
            <span aria-hidden="true">{Number(each.slice(-2))}</span>
            <span class="visually-hidden">
              {describeDay(language, each, 'medium')}:{' '}
              {margin === undefined ? t('daily.memory.none') : formatSigned(margin)}
            </span>
          </li>
        ))}
      </ol>
      <p>{compare(t, memory, (number) => formatAverage(language, number))}</p>
      {beside !== undefined && (
        <p>
          {t('daily.par.memory', {
            by: formatSigned(Math.round(beside.mean)),
            count: beside.count,
          })}
        </p>
      )}
    </section>
  )
}

// --- internal ---

/** Two weeks, which fit a phone. */
const SHOWN = 14

/** Whether the day was better or worse than the player's mean. */
function compare(
  t: Translate,
  { own, mean, count }: DailyMemory,
  format: (number: number) => string,
): string {
  if (own === undefined) {
    return mean === undefined ? '' : t('daily.memory.mean', { mean: format(mean), count })
  }
  const margin = formatSigned(own)
  if (mean === undefined) return t('daily.memory.first', { margin })
  const by = format(Math.abs(own - mean)).replace('+', '')
  if (own === mean) return t('daily.memory.same', { margin })
  return t(own > mean ? 'daily.memory.better' : 'daily.memory.worse', {
    margin,
    by,
    mean: format(mean),
  })
}
