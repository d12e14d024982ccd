import { useTranslate } from '../../i18n/i18n.ts'
import type { Connection } from '../../models/online/connection.ts'

/** Says when there is no line to the server. */
export function ConnectionNotice({ connection }: { connection: Connection }) {
  const t = useTranslate()
  const status = connection.status.value
  return (
    <p class="connection" role="status" data-status={status}>
      {status !== 'online' && t(`online.status.${status}`)}
    </p>
  )
}
