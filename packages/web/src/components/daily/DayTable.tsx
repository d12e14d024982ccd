import type { DailyLevel, DailyTable, Day } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { isGuestName } from '../../models/account/guest-name.ts'
import { DAILY_API } from '../../models/daily/daily-api.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useReply } from '../../ui/use-reply.ts'
import { describeFate } from '../../words/daily.ts'
import { localName } from '../../words/players.ts'
import { formatSigned } from '../../words/signed.ts'

interface DayTableProps {
  readonly day: Day
  readonly level: DailyLevel
  /** The fate of the player's own game; the table is fetched again when it changes. */
  readonly fate: string | undefined
}

/** The players of a level on a day, the best first, and the player's own place. */
export function DayTable({ day, level, fate }: DayTableProps) {
  const t = useTranslate()
  const { accountName } = useServices()
  const table = useTable(day, level, fate)
  if (table === 'asking') return <p role="status">{t('daily.asking')}</p>
  if (table === undefined) return <p role="status">{t('daily.noLine')}</p>
  if (table.count === 0) return <p role="status">{t('daily.tableEmpty')}</p>
  const { rows, followed, own, count } = table
  const name = rows.find(({ isOwn }) => isOwn)?.name
  return (
    <>
      <table class="daily-table">
        <thead>
          <tr>
            <th scope="col">{t('daily.place')}</th>
            <th scope="col">{t('daily.player')}</th>
            <th scope="col">{t('daily.margin')}</th>
          </tr>
        </thead>
        {followed !== undefined && <Rows title={t('daily.followed')} rows={followed} />}
        <Rows title={followed && t('daily.everyone')} rows={rows} />
      </table>
      {own === undefined && <p class="note">{t('daily.players', { count })}</p>}
      {own !== undefined && (
        <p class="note">{describeFate(t, { kind: 'counted', place: own.place, count })}</p>
      )}
      {name !== undefined && isGuestName(name) && accountName.value === undefined && (
        <p class="note">
          {t('daily.seenAs', { name })} <a href={ROUTES.online}>{t('daily.ownName')}</a>
        </p>
      )}
    </>
  )
}

// --- internal ---

interface RowsProps {
  readonly title: string | undefined
  readonly rows: DailyTable['rows']
}

/** A part of the table, with a title if there is more than one part. */
function Rows({ title, rows }: RowsProps) {
  const t = useTranslate()
  return (
    <tbody>
      {title !== undefined && (
        <tr class="daily-group">
          <th scope="rowgroup" colSpan={3}>
            {title}
          </th>
        </tr>
      )}
      {rows.map(({ place, name, margin, isOwn }, index) => (
        <tr key={index} class={isOwn ? 'daily-own' : undefined}>
          <td>{place}</td>
          <th scope="row">
            {name === undefined ? t('daily.guest') : localName(t, name)}
            {isOwn && ` (${t('game.you')})`}
          </th>
          <td>{formatSigned(margin)}</td>
        </tr>
      ))}
    </tbody>
  )
}

/** Undefined if there is no answer. */
function useTable(day: Day, level: DailyLevel, fate: string | undefined) {
  // The fate of the player's own game changes the table.
  return useReply(`${day} ${level} ${fate}`, () => DAILY_API.table(day, level))
}
