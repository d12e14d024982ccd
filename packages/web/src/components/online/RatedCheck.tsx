import { useTranslate } from '../../i18n/i18n.ts'
import { ROUTES } from '../../routes.ts'

interface RatedCheckProps {
  /** Undefined until the server has replied. */
  readonly hasAccount: boolean | undefined
  readonly isRated: boolean
  readonly onChange: (isRated: boolean) => void
}

/**
 * The choice of playing for a rating; without an account, the reason why that is not possible. Both
 * take the room of the larger one, so that nothing below moves when the reply comes.
 */
export function RatedCheck({ hasAccount, isRated, onChange }: RatedCheckProps) {
  const t = useTranslate()
  return (
    <div class="rated-check">
      <p class="note" data-absent={hasAccount !== false}>
        {t('online.refusal.needsAccount')} <a href={ROUTES.account}>{t('nav.account')}</a>
      </p>
      <div data-absent={hasAccount !== true}>
        <label class="check">
          <input
            type="checkbox"
            checked={isRated}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          {t('online.ratedCheck')}
        </label>
        <p class="note">{t('online.ratedNote')}</p>
      </div>
    </div>
  )
}
