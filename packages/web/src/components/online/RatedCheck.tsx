import { useTranslate } from '../../i18n/i18n.ts'
import { ROUTES } from '../../routes.ts'

interface RatedCheckProps {
  /** Undefined until the server has said so. */
  readonly hasAccount: boolean | undefined
  readonly isRated: boolean
  readonly onChange: (isRated: boolean) => void
}

/**
 * Whether to play for a rating; whoever has no account is told why that cannot be. Room is kept for the larger of the
 * two until it is known which it is, so that nothing below moves.
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
