import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { accountRoute } from '../../models/account/account-route.ts'
import { useServices } from '../../services.ts'
import { isLikelyMember } from '../account/use-has-account.ts'

interface RatedCheckProps {
  /** Undefined until the server has replied. */
  readonly hasAccount: boolean | undefined
  readonly isRated: boolean
  /** What the choice does, if not the usual. */
  readonly label?: string
  /** Whether it also says what the choice means, because the page says that nowhere else. */
  readonly isExplained?: boolean
  readonly onChange: (isRated: boolean) => void
}

/** The choice of playing for a rating; without an account, the reason why that is not possible. */
export function RatedCheck(props: RatedCheckProps) {
  const { hasAccount, isRated, label, isExplained, onChange } = props
  const t = useTranslate()
  const { accountName } = useServices()
  if (!isLikelyMember(hasAccount, accountName.value)) return <NeedsAccount />
  return (
    <div>
      <label class="check">
        <input
          type="checkbox"
          checked={isRated}
          disabled={hasAccount === undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label ?? t('online.ratedCheck')}
      </label>
      {isExplained === true && <p class="note">{t('online.ratedNote')}</p>}
    </div>
  )
}

/** Why a guest cannot play for a rating. */
export function NeedsAccount() {
  const t = useTranslate()
  const { url } = useLocation()
  return (
    <p class="note">
      {t('online.refusal.needsAccount')} <a href={accountRoute(url)}>{t('nav.join')}</a>
    </p>
  )
}
